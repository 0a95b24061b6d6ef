// Opens Office documents that are encrypted with a password ([MS-OFFCRYPTO] 2.3.4, agile and standard). The package is
// decrypted where it is read, never held whole, and the password stays in this call.
import { createDecipheriv, hash, timingSafeEqual } from 'node:crypto';
import { Failure } from '../../core/failure.ts';
import type { ByteSource } from '../input.ts';
import { asBuffer } from './as-buffer.ts';
import { type AgileInfo, readEncryptionInfo, type StandardInfo } from './office-encryption-info.ts';
import { OleFile } from './ole.ts';

/**
 * What Office itself uses where a document was protected without a password of its own (2.4.2.3 and the same practice of
 * PowerPoint): such files open without asking.
 */
const standingPasswords = ['VelvetSweatshop', '/01Hannes Ruescher/01'];

const segmentBytes = 4096;

/** The package inside an encrypted document, or undefined when the compound file is something else. */
export function decryptOffice(source: ByteSource, password: string | undefined): ByteSource | undefined {
  const { root } = new OleFile(source);
  const encrypted = root.stream('EncryptedPackage');
  if (encrypted === undefined) return undefined;
  const description = root.stream('EncryptionInfo');
  if (description === undefined) {
    throw new Failure('UNSUPPORTED_FORMAT', {
      details: 'The document is protected by rights management, which needs its own service to open.',
      suggestion: 'Save a copy without protection and send that.',
    });
  }
  const info = readEncryptionInfo(description);
  const open = (one: string): ByteSource | undefined => {
    try {
      return info.kind === 'agile' ? agilePackage(info, encrypted, one) : standardPackage(info, encrypted, one);
    } catch (error) {
      // Keys and blocks of lengths that no cipher takes.
      throw new Failure('CORRUPTED_FILE', { details: 'The description of its encryption is damaged.', cause: error });
    }
  };
  for (const candidate of password === undefined ? standingPasswords : [password, ...standingPasswords]) {
    const opened = open(candidate);
    if (opened !== undefined) return opened;
  }
  if (password === undefined) throw new Failure('PASSWORD_REQUIRED');
  throw new Failure('PASSWORD_REQUIRED', {
    field: 'password',
    message: 'The password does not open the file.',
    suggestion: 'Check the password and send the file again.',
  });
}

/** 2.3.4.11 and 2.3.4.12: the hash that every key of a password starts from. */
function spin(algorithm: string, salt: Buffer, password: string, rounds: number): Buffer {
  let digest: Buffer = hash(algorithm, Buffer.concat([salt, Buffer.from(password, 'utf16le')]), 'buffer');
  const next = Buffer.alloc(4 + digest.length);
  for (let round = 0; round < rounds; round += 1) {
    next.writeUInt32LE(round, 0);
    digest.copy(next, 4);
    digest = hash(algorithm, next, 'buffer');
  }
  return digest;
}

/** 2.3.4.11: cut, or filled up with 0x36. */
function fitted(bytes: Buffer, length: number): Buffer {
  return bytes.length >= length
    ? bytes.subarray(0, length)
    : Buffer.concat([bytes, Buffer.alloc(length - bytes.length, 0x36)]);
}

function decipher(cipher: string, key: Buffer, iv: Buffer | null, bytes: Uint8Array): Buffer {
  const decipherer = createDecipheriv(cipher, key, iv).setAutoPadding(false);
  return Buffer.concat([decipherer.update(bytes), decipherer.final()]);
}

const verifierInputBlock = Buffer.from('fea7d2763b4b9e79', 'hex');
const verifierValueBlock = Buffer.from('d7aa0f6d3061344e', 'hex');
const keyValueBlock = Buffer.from('146e0be7abacd0d6', 'hex');

function agilePackage(info: AgileInfo, encrypted: ByteSource, password: string): ByteSource | undefined {
  const { key, data } = info;
  const spun = spin(key.hash, key.salt, password, key.spins);
  const iv = fitted(key.salt, key.blockBytes);
  const part = (block: Buffer, bytes: Buffer): Buffer =>
    decipher(key.cipher, fitted(hash(key.hash, Buffer.concat([spun, block]), 'buffer'), key.keyBytes), iv, bytes);
  const wanted = hash(key.hash, part(verifierInputBlock, key.verifierInput).subarray(0, key.salt.length), 'buffer');
  const given = part(verifierValueBlock, key.verifierValue).subarray(0, wanted.length);
  if (given.length !== wanted.length || !timingSafeEqual(given, wanted)) return undefined;
  const secret = part(keyValueBlock, key.value).subarray(0, data.keyBytes);
  // Once, so that reading the package cannot fail on it later.
  createDecipheriv(data.cipher, secret, Buffer.alloc(data.blockBytes));
  return packageSource(encrypted, (segment, bytes) => {
    const number = Buffer.alloc(4);
    number.writeUInt32LE(segment, 0);
    const start = fitted(hash(data.hash, Buffer.concat([data.salt, number]), 'buffer'), data.blockBytes);
    return decipher(data.cipher, secret, start, bytes);
  });
}

const standardSpins = 50_000;

function standardPackage(info: StandardInfo, encrypted: ByteSource, password: string): ByteSource | undefined {
  // 2.3.4.7: one more round with the number of the block, which is 0, then the two halves of a derived key.
  const spun = spin('sha1', info.salt, password, standardSpins);
  const last = hash('sha1', Buffer.concat([spun, Buffer.alloc(4)]), 'buffer');
  const half = (fill: number): Buffer => {
    const mixed = Buffer.alloc(64, fill);
    for (const [at, byte] of last.entries()) mixed[at] = byte ^ fill;
    return hash('sha1', mixed, 'buffer');
  };
  const key = Buffer.concat([half(0x36), half(0x5c)]).subarray(0, info.keyBytes);
  const wanted = hash('sha1', decipher(info.cipher, key, null, info.verifier), 'buffer');
  const given = decipher(info.cipher, key, null, info.verifierHash).subarray(0, wanted.length);
  if (given.length !== wanted.length || !timingSafeEqual(given, wanted)) return undefined;
  return packageSource(encrypted, (_, bytes) => decipher(info.cipher, key, null, bytes));
}

/** 2.3.4.4: eight bytes of size, then segments that can each be decrypted alone. */
function packageSource(encrypted: ByteSource, open: (segment: number, bytes: Uint8Array) => Buffer): ByteSource {
  const head = asBuffer(encrypted.read(0, 8));
  const declared = head.length < 8 ? 0 : Number(head.readBigUInt64LE(0));
  const stored = Math.max(0, encrypted.size - 8);
  const size = Math.min(declared, stored);
  return {
    size,
    read(offset, length) {
      const end = Math.min(size, offset + Math.max(0, length));
      if (offset < 0 || offset >= end) return new Uint8Array(0);
      const pieces: Buffer[] = [];
      const first = Math.floor(offset / segmentBytes);
      for (let segment = first; segment * segmentBytes < end; segment += 1) {
        const bytes = encrypted.read(8 + segment * segmentBytes, segmentBytes);
        // Whole cipher blocks only: a file that was cut off ends in the middle of one.
        const opened = open(segment, bytes.subarray(0, bytes.length - (bytes.length % 16)));
        pieces.push(opened);
        if (opened.length < segmentBytes) break;
      }
      return Buffer.concat(pieces).subarray(offset - first * segmentBytes, end - first * segmentBytes);
    },
  };
}
