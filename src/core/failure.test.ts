// The table of failures: every row tells what to do, and a failure survives the way through a process border.
import { describe, expect, test } from 'vitest';
import { Failure, type FailureCode, failures } from './failure.ts';

describe.each(Object.entries(failures))('%s', (code, row) => {
  test('has a client or server status, a message and a remedy', () => {
    expect(row.status).toBeGreaterThanOrEqual(400);
    expect(row.message).toMatch(/^[A-Z].*\.$/);
    expect(row.suggestion).toMatch(/^[A-Z].*\.$/);
  });

  test('is the same after a journey as plain data', () => {
    const sent = new Failure(code as FailureCode, {
      field: 'file',
      details: 'Why.',
      facts: { limit: 3 },
      cause: 'secret',
    });
    const record = JSON.parse(JSON.stringify(sent.record()));
    expect(JSON.stringify(record)).not.toContain('secret');
    expect(Failure.fromRecord(record)).toMatchObject({
      code,
      status: row.status,
      message: row.message,
      suggestion: row.suggestion,
      field: 'file',
      details: 'Why.',
      facts: { limit: 3 },
    });
  });
});

test('a record with an unknown code becomes PROCESSING_FAILED', () => {
  const record = { ...new Failure('OCR_FAILED').record(), code: '__proto__' as FailureCode };
  expect(Failure.fromRecord(record).code).toBe('PROCESSING_FAILED');
});
