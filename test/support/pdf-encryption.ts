// The standard security handler of PDF (ISO 32000-2, 7.6.4), writing side: RC4 of 40 and 128 bits, AES of 128 and 256.
import { createCipheriv, createHash } from 'node:crypto';
import type { PdfDict } from './pdf.ts';

export type EncryptionMethod = 'rc4-40' | 'rc4-128' | 'aes-128' | 'aes-256';

export interface Encryption {
  readonly method: EncryptionMethod;
  readonly userPassword: string;
  readonly ownerPassword?: string;
}

export type ObjectCipher = (bytes: Uint8Array) => Uint8Array;

export interface PreparedEncryption {
  readonly dictionary: PdfDict;
  cipherOf(objectNumber: number): ObjectCipher;
}

/** All is permitted; the two lowest bits are reserved (table 22). */
const permissions = -4;

/** ISO 32000-2, 7.6.4.3.2: what fills a password up to 32 bytes. */
const padding = Buffer.from('28bf4e5e4e758a4164004e56fffa01082e2e00b6d0683e802f0ca9fe6453697a', 'hex');

const padded = (password: string): Buffer => Buffer.concat([Buffer.from(password, 'latin1'), padding]).subarray(0, 32);
const md5 = (...parts: Uint8Array[]): Buffer => createHash('md5').update(Buffer.concat(parts)).digest();

/** RC4 is gone from OpenSSL's default provider. */
function rc4(key: Uint8Array, bytes: Uint8Array): Buffer {
  const state = Uint8Array.from({ length: 256 }, (_, at) => at);
  const swap = (a: number, b: number): void => {
    [state[a], state[b]] = [state[b] ?? 0, state[a] ?? 0];
  };
  for (let i = 0, j = 0; i < 256; i += 1) {
    j = (j + (state[i] ?? 0) + (key[i % key.length] ?? 0)) & 255;
    swap(i, j);
  }
  const out = Buffer.alloc(bytes.length);
  for (let at = 0, i = 0, j = 0; at < bytes.length; at += 1) {
    i = (i + 1) & 255;
    j = (j + (state[i] ?? 0)) & 255;
    swap(i, j);
    out[at] = (bytes[at] ?? 0) ^ (state[((state[i] ?? 0) + (state[j] ?? 0)) & 255] ?? 0);
  }
  return out;
}

/** Steps 5 and 4 of the algorithms 3 and 5: twenty rounds, each with the key turned by the number of the round. */
function rc4Rounds(key: Uint8Array, bytes: Uint8Array, rounds: number): Buffer {
  let result: Buffer = Buffer.from(bytes);
  for (let round = 0; round < rounds; round += 1)
    result = rc4(
      Uint8Array.from(key, (byte) => byte ^ round),
      result,
    );
  return result;
}

function cbc(key: Uint8Array, vector: Uint8Array, bytes: Uint8Array, pad: boolean): Buffer {
  const cipher = createCipheriv(key.length === 16 ? 'aes-128-cbc' : 'aes-256-cbc', key, vector).setAutoPadding(pad);
  return Buffer.concat([cipher.update(bytes), cipher.final()]);
}

/** Not random: the same file must come out in every run. */
const salt = (label: string, length: number): Buffer => createHash('sha256').update(label).digest().subarray(0, length);

export function encryptionOf(encryption: Encryption, fileId: Uint8Array): PreparedEncryption {
  return encryption.method === 'aes-256' ? revision6(encryption) : revisions2To4(encryption, fileId);
}

function revisions2To4({ method, userPassword, ownerPassword }: Encryption, fileId: Uint8Array): PreparedEncryption {
  const revision = method === 'rc4-40' ? 2 : method === 'rc4-128' ? 3 : 4;
  const keyBytes = revision === 2 ? 5 : 16;
  const strengthened = (first: Buffer): Buffer => {
    let key = first;
    for (let times = 0; revision >= 3 && times < 50; times += 1) key = md5(key.subarray(0, keyBytes));
    return key.subarray(0, keyBytes);
  };
  const rounds = revision === 2 ? 1 : 20;
  // Algorithm 3, then 2, then 4 or 5.
  const owner = rc4Rounds(strengthened(md5(padded(ownerPassword ?? userPassword))), padded(userPassword), rounds);
  const flags = Buffer.alloc(4);
  flags.writeInt32LE(permissions);
  const key = strengthened(md5(padded(userPassword), owner, flags, fileId));
  const user =
    revision === 2
      ? rc4(key, padding)
      : Buffer.concat([rc4Rounds(key, md5(padding, fileId), rounds), Buffer.alloc(16)]);
  const common = { Filter: '/Standard', R: revision, O: { bytes: owner }, U: { bytes: user }, P: permissions };
  const aes = revision === 4;
  return {
    dictionary: aes
      ? { ...common, V: 4, Length: 128, ...cryptFilter('/AESV2', 16) }
      : { ...common, V: revision - 1, Length: keyBytes * 8 },
    cipherOf(number) {
      // Algorithm 1: the number and the generation, three and two bytes.
      const place = Buffer.from([number & 255, (number >> 8) & 255, (number >> 16) & 255, 0, 0]);
      const mixed = md5(key, place, Buffer.from(aes ? 'sAlT' : '', 'latin1'));
      const objectKey = mixed.subarray(0, Math.min(16, keyBytes + 5));
      return (bytes) => (aes ? withVector(objectKey, number, bytes) : rc4(objectKey, bytes));
    },
  };
}

function revision6({ userPassword, ownerPassword }: Encryption): PreparedEncryption {
  const key = salt('file key', 32);
  const password = Buffer.from(userPassword, 'utf8');
  const ownerWord = Buffer.from(ownerPassword ?? userPassword, 'utf8');
  // Algorithms 8 and 9: hash, validation salt, key salt.
  const entry = (word: Buffer, label: string, more: Buffer): [entry: Buffer, wrappedKey: Buffer] => {
    const [validation, keySalt] = [salt(`${label} validation`, 8), salt(`${label} key`, 8)];
    const check = hardened(word, validation, more);
    const wrapped = cbc(hardened(word, keySalt, more), Buffer.alloc(16), key, false);
    return [Buffer.concat([check, validation, keySalt]), wrapped];
  };
  const [user, userKey] = entry(password, 'user', Buffer.alloc(0));
  const [owner, ownerKey] = entry(ownerWord, 'owner', user);
  // Algorithm 10.
  const flags = Buffer.alloc(16, 0xff);
  flags.writeInt32LE(permissions);
  flags.write('Tadb', 8, 'latin1');
  const ecb = createCipheriv('aes-256-ecb', key, null).setAutoPadding(false);
  const sealed = Buffer.concat([ecb.update(flags), ecb.final()]);
  return {
    dictionary: {
      Filter: '/Standard',
      V: 5,
      R: 6,
      Length: 256,
      O: { bytes: owner },
      U: { bytes: user },
      OE: { bytes: ownerKey },
      UE: { bytes: userKey },
      P: permissions,
      Perms: { bytes: sealed },
      ...cryptFilter('/AESV3', 32),
    },
    cipherOf: (number) => (bytes) => withVector(key, number, bytes),
  };
}

function cryptFilter(method: string, length: number): PdfDict {
  return {
    CF: { StdCF: { CFM: method, AuthEvent: '/DocOpen', Length: length } },
    StmF: '/StdCF',
    StrF: '/StdCF',
  };
}

function withVector(key: Uint8Array, number: number, bytes: Uint8Array): Buffer {
  const vector = salt(`vector ${number}`, 16);
  return Buffer.concat([vector, cbc(key, vector, bytes, true)]);
}

/** Algorithm 2.B: at least 64 rounds of AES and a hash that the last round chooses. */
function hardened(password: Buffer, saltBytes: Buffer, more: Buffer): Buffer {
  let key = createHash('sha256')
    .update(Buffer.concat([password, saltBytes, more]))
    .digest();
  for (let round = 0; ; round += 1) {
    const unit = Buffer.concat([password, key, more]);
    const block = Buffer.concat(Array.from({ length: 64 }, () => unit));
    const coded = cbc(key.subarray(0, 16), key.subarray(16, 32), block, false);
    let sum = 0;
    for (const byte of coded.subarray(0, 16)) sum += byte;
    key = createHash(['sha256', 'sha384', 'sha512'][sum % 3] ?? 'sha256')
      .update(coded)
      .digest();
    if (round >= 63 && (coded.at(-1) ?? 0) <= round - 31) return key.subarray(0, 32);
  }
}
