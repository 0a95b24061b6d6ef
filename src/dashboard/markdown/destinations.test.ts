// Addresses from documents: what runs code or calls other servers never becomes a link or a picture.
import { expect, test } from 'vitest';
import { ownPicture, safeLink } from './destinations.ts';

test.each(['https://example.com/a?b=c#d', 'http://example.com/', 'mailto:someone@example.com'])(
  '%s is a link',
  (one) => {
    expect(safeLink(one)).toBe(one);
  },
);

test.each([
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  ' javascript:alert(1)',
  'java\nscript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'vbscript:x',
  'blob:https://example.com/x',
  'file:///etc/passwd',
  '/dashboard/api/logout',
  '//example.com',
  '#part',
  '',
])('%j is only text', (one) => {
  expect(safeLink(one)).toBeUndefined();
});

test('a picture of our own is shown under its path', () => {
  const picture = 'https://docs.example.com/files/conv_1/images/ticket/a.png?x=1';
  expect(ownPicture(picture, 'https://docs.example.com/api/v1/download/conv_1')).toBe(
    '/files/conv_1/images/ticket/a.png?x=1',
  );
});

test.each([
  'https://evil.example/files/conv_1/images/ticket/a.png',
  'https://docs.example.com/dashboard/api/logout',
  'https://docs.example.com/files/conv_1/name.md',
  'data:image/svg+xml,<svg onload=alert(1)>',
  'a.png',
])('%s is not', (one) => {
  expect(ownPicture(one, 'https://docs.example.com/api/v1/download/conv_1')).toBeUndefined();
});
