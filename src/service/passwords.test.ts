// Password hashes: right and wrong passwords, parameters that travel with the hash, and hashes that are no hashes.
import { scryptSync } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { checkPassword, createPasswords, presentCost } from './passwords.ts';

/** Cheap, so that the tests are about the rules and not about time. */
const cheap = { logN: 4, r: 8, p: 1 };
const passwords = createPasswords(cheap);

test('a password is right for its own hash and for no other', async () => {
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), async (one, other) => {
      const stored = await passwords.hash(one);
      expect(await passwords.isRight(one, stored)).toBe(true);
      expect(await passwords.isRight(other, stored)).toBe(one.normalize('NFKC') === other.normalize('NFKC'));
    }),
    { numRuns: 50 },
  );
});

test('the hash is scrypt as everyone computes it, with its parameters in front', async () => {
  const fixed = createPasswords(cheap, (size) => new Uint8Array(size).fill(9));
  const expected = scryptSync('correct horse', Buffer.alloc(16, 9), 32, { N: 16, r: 8, p: 1 });
  expect(await fixed.hash('correct horse')).toBe(
    `$scrypt$ln=4,r=8,p=1$CQkJCQkJCQkJCQkJCQkJCQ$${expected.toString('base64').replace('=', '')}`,
  );
  expect(await passwords.hash('same')).not.toBe(await passwords.hash('same'));
});

test('a hash with other parameters still works and is known as outdated', async () => {
  const older = await createPasswords({ logN: 3, r: 4, p: 2 }).hash('correct horse');
  expect(await passwords.isRight('correct horse', older)).toBe(true);
  expect([passwords.isOutdated(older), passwords.isOutdated(await passwords.hash('x'))]).toEqual([true, false]);
});

test.each([
  undefined,
  '',
  'plain text',
  '$scrypt$ln=99,r=8,p=1$CQkJCQkJCQkJCQkJCQkJCQ$CQkJCQkJCQkJCQkJCQkJCQCQkJCQkJCQkJCQkJCQkJC',
  '$scrypt$ln=0,r=0,p=0$CQkJCQkJCQkJCQkJCQkJCQ$CQkJCQkJCQkJCQkJCQkJCQCQkJCQkJCQkJCQkJCQkJC',
])('nothing is right for %j', async (stored) => {
  expect(await passwords.isRight('', stored)).toBe(false);
  expect(await passwords.isRight('correct horse', stored)).toBe(false);
});

test('what is used now takes 128 MB', () => {
  expect(128 * 2 ** presentCost.logN * presentCost.r).toBe(128 * 2 ** 20);
});

test('of very many at once some are refused, and the rest are all answered', async () => {
  const tries = await Promise.allSettled(Array.from({ length: 300 }, () => passwords.hash('correct horse')));
  const refused = tries.filter((one) => one.status === 'rejected');
  expect(refused).toHaveLength(198);
  for (const one of refused) expect(one.reason).toMatchObject({ code: 'UNAVAILABLE' });
  expect(await passwords.hash('afterwards')).toMatch(/^\$scrypt/);
});

test.each([
  ['short', false],
  ['ninechars', false],
  ['ten chars!', true],
  ['ééééééééé', false],
  ['x'.repeat(256), true],
  ['x'.repeat(257), false],
])('%j is allowed as a password: %s', (password, allowed) => {
  const check = (): void => checkPassword(password);
  if (allowed) expect(check).not.toThrow();
  else expect(check).toThrow(expect.objectContaining({ code: 'REQUEST_001', field: 'password' }));
});
