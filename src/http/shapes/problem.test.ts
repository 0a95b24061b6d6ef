// Who gets problem details, and that nothing of a cause is in them.
import { expect, test } from 'vitest';
import { Failure } from '../../core/failure.ts';
import { problemBody, wantsProblem } from './problem.ts';

test.each([
  [undefined, false],
  ['*/*', false],
  ['application/json', false],
  ['application/problem+json', true],
  ['Application/Problem+JSON;q=0.5', true],
  ['application/json, application/problem+json', true],
  ['application/json, application/problem+json;q=0.9', false],
  ['application/json;q=0.8, application/problem+json;q=0.9', true],
  ['application/problem+json;q=0', false],
  ['application/problem+jsonx', false],
])('Accept: %s', (accept, wanted) => {
  expect(wantsProblem(accept)).toBe(wanted);
});

test('facts stand beside our own members and never in their place', () => {
  const failure = new Failure('RATE_001', {
    field: 'file',
    facts: { retryAfter: 5, code: 'other', error: 'other' },
    cause: new Error('secret path'),
  });
  const body = problemBody(failure, 'req_1', 'https://docmill.example/docs/errors');
  expect(body).toEqual({
    type: 'https://docmill.example/docs/errors#RATE_001',
    title: 'Too many requests this minute.',
    status: 429,
    detail: 'Too many requests this minute.',
    instance: 'urn:docmill:request:req_1',
    retry_after: 5,
    error: 'rate_limit_exceeded',
    code: 'RATE_001',
    suggestion: 'Wait for the time given in Retry-After.',
    field: 'file',
    details: { code: 'other', error: 'other' },
    request_id: 'req_1',
  });
});

test('no fact takes the place of a registered member, and the title is that of the code', () => {
  const failure = new Failure('JOB_NOT_COMPLETED', {
    message: 'The conversion failed; there is no file.',
    facts: { status: 'failed', type: 'x', title: 'x', detail: 'x', instance: 'x', requestId: 'x' },
  });
  expect(problemBody(failure, 'req_1', '/docs/errors')).toMatchObject({
    type: '/docs/errors#JOB_NOT_COMPLETED',
    title: 'The conversion has not finished.',
    status: 409,
    detail: 'The conversion failed; there is no file.',
    instance: 'urn:docmill:request:req_1',
    details: { status: 'failed' },
    request_id: 'req_1',
  });
});
