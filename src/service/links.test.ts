// Signed links: valid to the second, bound to one job and one name, and to the very characters they were given in.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { newId } from '../core/ids.ts';
import { createLinks, markdownName } from './links.ts';

const baseUrl = 'https://docs.example';
const links = createLinks({ baseUrl, secret: '00'.repeat(32) });
const now = 1_800_000_000_000;
const id = newId(now);

const pathOf = (url: string): string => url.slice(baseUrl.length);
const refused = (check: () => void): boolean => {
  try {
    check();
    return false;
  } catch {
    return true;
  }
};

test('a link is valid until its expiry and not from then on', () => {
  const url = links.result(id, 'a b.md', now + 60_999);
  expect(url).toMatch(new RegExp(`^https://docs\\.example/files/conv_${id}/a%20b\\.md\\?se=\\d+&sp=r&sig=[\\w-]{43}$`));
  expect(() => links.checkResult(id, 'a b.md', pathOf(url), now + 59_999)).not.toThrow();
  expect(() => links.checkResult(id, 'a b.md', pathOf(url), now + 60_000)).toThrow('not valid');
});

test('every changed, dropped or added character is refused', () => {
  const path = pathOf(links.result(id, 'a.md', now + 60_000));
  const from = path.lastIndexOf('/') + 1;
  const tampered: string[] = [];
  for (let at = from; at < path.length; at += 1) {
    for (const other of ['A', 'b', '0', '9', '-', '_', '%', '&', '=', '+', ' ', '/']) {
      if (path[at] !== other) tampered.push(path.slice(0, at) + other + path.slice(at + 1));
      tampered.push(path.slice(0, at) + other + path.slice(at));
    }
    tampered.push(path.slice(0, at) + path.slice(at + 1));
    tampered.push(`${path.slice(0, at)}%${path.charCodeAt(at).toString(16)}${path.slice(at + 1)}`);
  }
  const accepted = tampered.filter((one) => one !== path && !refused(() => links.checkResult(id, 'a.md', one, now)));
  expect(accepted).toEqual([]);
  expect(tampered.length).toBeGreaterThan(1500);
});

test('neither another job, name, expiry nor right fits the signature', () => {
  const path = pathOf(links.result(id, 'a.md', now + 60_000));
  const later = path.replace(/se=(\d+)/, (_, seconds: string) => `se=${Number(seconds) + 1}`);
  const attempts: [string, string, string][] = [
    [newId(now + 1), 'a.md', path],
    [id, 'b.md', path],
    [id, 'b.md', path.replace('/a.md', '/b.md')],
    [id, 'a.md', later],
    [id, 'a.md', path.replace('sp=r', 'sp=rw')],
    [id, 'a.md', `${path}&se=9999999999`],
    [id, 'a.md', path.replace(/&sig=.*/, '')],
    [id, 'a.md', ''],
  ];
  for (const [job, name, url] of attempts) expect(() => links.checkResult(job, name, url, now)).toThrow('not valid');
});

test('another secret signs other links', () => {
  const other = createLinks({ baseUrl, secret: '01'.repeat(32) });
  const path = pathOf(other.result(id, 'a.md', now + 60_000));
  expect(() => links.checkResult(id, 'a.md', path, now)).toThrow('not valid');
});

test('any name survives the way into a link and out of it', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', minLength: 1 }), (name) => {
      const path = pathOf(links.result(id, name, now + 60_000));
      expect(path).toMatch(/^[\w/.~%?=&-]+$/);
      const segment = path.slice(path.lastIndexOf('/') + 1, path.indexOf('?'));
      links.checkResult(id, decodeURIComponent(segment), path, now);
    }),
  );
});

test('the ticket of images is good for all images of the job, and only there', () => {
  const path = pathOf(`${links.imageBase(id)}image-1.png`);
  expect(path).toMatch(new RegExp(`^/files/conv_${id}/images/[\\w-]{43}/image-1\\.png$`));
  expect(() => links.checkImage(id, 'image-1.png', path)).not.toThrow();
  expect(() => links.checkImage(id, 'image-2.jpg', path.replace('1.png', '2.jpg'))).not.toThrow();
  const result = pathOf(links.result(id, 'image-1.png', now + 1000));
  for (const [job, url] of [
    [newId(now + 1), path],
    [id, path.replace(/images\/./, (start) => (start.endsWith('A') ? 'images/B' : 'images/A'))],
    [id, path.replace('image-1', 'image%2D1')],
    [id, `${path}?x=1`],
    [id, result],
  ] as const) {
    expect(() => links.checkImage(job, 'image-1.png', url)).toThrow('not valid');
  }
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
