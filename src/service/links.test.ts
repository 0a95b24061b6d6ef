// Signed links: valid to the second, bound to one job and one name, and to nothing that can be changed.
import { expect, test } from 'vitest';
import { newId } from '../core/ids.ts';
import { createLinks, markdownName } from './links.ts';

const links = createLinks({ baseUrl: 'https://docs.example', secret: '00'.repeat(32) });
const now = 1_800_000_000_000;
const id = newId(now);

const queryOf = (url: string) => Object.fromEntries(new URL(url).searchParams);

test('a link is valid until its expiry and not after', () => {
  const url = links.result(id, 'a b.md', now + 60_000);
  expect(url).toMatch(new RegExp(`^https://docs\\.example/files/conv_${id}/a%20b\\.md\\?se=\\d+&sp=r&sig=[\\w-]{43}$`));
  expect(() => links.checkResult(id, 'a b.md', queryOf(url), now + 59_000)).not.toThrow();
  expect(() => links.checkResult(id, 'a b.md', queryOf(url), now + 61_000)).toThrow('not valid');
});

test('neither another job, name, expiry nor right fits the signature', () => {
  const query = queryOf(links.result(id, 'a.md', now + 60_000));
  const attempts: [string, string, Record<string, unknown>][] = [
    [newId(now + 1), 'a.md', query],
    [id, 'b.md', query],
    [id, 'a.md', { ...query, se: String(Number(query['se']) + 1) }],
    [id, 'a.md', { ...query, sp: 'rw' }],
    [id, 'a.md', { ...query, sig: [query['sig'], query['sig']] }],
    [id, 'a.md', { se: query['se'], sp: 'r' }],
    [id, 'a.md', {}],
  ];
  for (const [job, name, given] of attempts)
    expect(() => links.checkResult(job, name, given, now)).toThrow('not valid');
});

test('the ticket of images is good for all images of the job, and only there', () => {
  const [, ticket = ''] = /images\/([^/]+)\/$/.exec(links.imageBase(id, now + 1000)) ?? [];
  expect(() => links.checkImage(id, ticket, now)).not.toThrow();
  expect(() => links.checkImage(newId(now + 1), ticket, now)).toThrow('not valid');
  expect(() => links.checkImage(id, `9${ticket}`, now)).toThrow('not valid');
  expect(() => links.checkImage(id, '', now)).toThrow('not valid');
});

test('the name of the result', () => {
  expect([
    markdownName('report.pdf'),
    markdownName('a.b.csv'),
    markdownName('README'),
    markdownName(null),
    markdownName('.pdf'),
  ]).toEqual(['report.md', 'a.b.md', 'README.md', 'document.md', 'document.md']);
});
