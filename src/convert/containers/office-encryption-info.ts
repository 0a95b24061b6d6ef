// How an encrypted Office document says it was encrypted ([MS-OFFCRYPTO] 2.3.4.5 standard, 2.3.4.10 agile): read into
// checked values, so that the code that derives keys meets no surprise.
import { getCiphers, getHashes } from 'node:crypto';
import { Failure } from '../../core/failure.ts';
import type { ByteSource } from '../input.ts';
import { asBuffer } from './as-buffer.ts';
import { attributeOf, descendants, parseXml, type XmlElement } from './xml-tree.ts';

interface CipherInfo {
  /** Name of the cipher as the platform knows it. */
  readonly cipher: string;
  readonly hash: string;
  readonly salt: Buffer;
  readonly keyBytes: number;
  readonly blockBytes: number;
}

export interface AgileInfo {
  readonly kind: 'agile';
  readonly data: CipherInfo;
  readonly key: CipherInfo & {
    readonly spins: number;
    readonly verifierInput: Buffer;
    readonly verifierValue: Buffer;
    readonly value: Buffer;
  };
}

export interface StandardInfo {
  readonly kind: 'standard';
  readonly cipher: string;
  readonly keyBytes: number;
  readonly salt: Buffer;
  readonly verifier: Buffer;
  readonly verifierHash: Buffer;
}

export type EncryptionInfo = AgileInfo | StandardInfo;

const longestInfo = 1 << 20;
/** The format allows ten million; Office uses a hundred thousand. Each costs a hash before anything can be told. */
const mostSpins = 1_000_000;

export function readEncryptionInfo(stream: ByteSource): EncryptionInfo {
  const bytes = asBuffer(stream.read(0, longestInfo));
  if (bytes.length < 8) throw damaged();
  const major = bytes.readUInt16LE(0);
  const minor = bytes.readUInt16LE(2);
  if (major === 4 && minor === 4) return agileInfo(bytes.toString('utf8', 8));
  if (minor === 2 && major >= 2 && major <= 4) return standardInfo(bytes);
  throw unknownMethod(`version ${major}.${minor}`);
}

function agileInfo(xml: string): AgileInfo {
  let root: XmlElement;
  try {
    root = parseXml(xml, { depth: 100, nodes: 10_000 });
  } catch (error) {
    throw damaged(error);
  }
  const data = [...descendants(root)].find((one) => one.name.local === 'keyData');
  // Others may hold the key for a certificate; only a password can be given here.
  const key = [...descendants(root)].find(
    (one) => one.name.local === 'encryptedKey' && attributeOf(one, 'encryptedVerifierHashInput') !== undefined,
  );
  if (data === undefined || key === undefined) throw unknownMethod('no key for a password');
  const spins = numberOf(key, 'spinCount', 10_000_000);
  if (spins > mostSpins) {
    throw new Failure('DOCUMENT_LIMIT', {
      details: `Checking its password takes ${spins} rounds; ${mostSpins} are allowed.`,
      suggestion: 'Save the document again with its password, or without one.',
    });
  }
  return {
    kind: 'agile',
    data: cipherInfo(data),
    key: {
      ...cipherInfo(key),
      spins,
      verifierInput: binaryOf(key, 'encryptedVerifierHashInput'),
      verifierValue: binaryOf(key, 'encryptedVerifierHashValue'),
      value: binaryOf(key, 'encryptedKeyValue'),
    },
  };
}

function cipherInfo(element: XmlElement): CipherInfo {
  const algorithm = (attributeOf(element, 'cipherAlgorithm') ?? '').toLowerCase();
  const chaining = attributeOf(element, 'cipherChaining') === 'ChainingModeCFB' ? 'cfb' : 'cbc';
  const keyBits = numberOf(element, 'keyBits', 512);
  const cipher =
    algorithm === 'aes' ? `aes-${keyBits}-${chaining}` : algorithm === '3des' ? `des-ede3-${chaining}` : '';
  const hash = (attributeOf(element, 'hashAlgorithm') ?? '').toLowerCase().replaceAll('-', '');
  if (!getCiphers().includes(cipher)) throw unknownMethod(`cipher ${algorithm.slice(0, 20)} with ${keyBits} bits`);
  if (!getHashes().includes(hash)) throw unknownMethod(`hash ${hash.slice(0, 20)}`);
  return {
    cipher,
    hash,
    salt: binaryOf(element, 'saltValue'),
    keyBytes: cipher.startsWith('des') ? 24 : keyBits / 8,
    blockBytes: cipher.startsWith('des') ? 8 : 16,
  };
}

const aesKeyBits = new Map([
  [0x660e, 128],
  [0x660f, 192],
  [0x6610, 256],
]);

function standardInfo(bytes: Buffer): StandardInfo {
  if (bytes.length < 12 + 32) throw damaged();
  const headerBytes = bytes.readUInt32LE(8);
  const verifierAt = 12 + headerBytes;
  if (headerBytes < 32 || verifierAt + 72 > bytes.length) throw damaged();
  const algorithm = bytes.readUInt32LE(12 + 8);
  const keyBits = aesKeyBits.get(algorithm);
  if (keyBits === undefined) throw unknownMethod(`algorithm ${algorithm}`);
  return {
    kind: 'standard',
    cipher: `aes-${keyBits}-ecb`,
    keyBytes: keyBits / 8,
    salt: bytes.subarray(verifierAt + 4, verifierAt + 20),
    verifier: bytes.subarray(verifierAt + 20, verifierAt + 36),
    verifierHash: bytes.subarray(verifierAt + 40, verifierAt + 72),
  };
}

function numberOf(element: XmlElement, name: string, most: number): number {
  const value = Number(attributeOf(element, name));
  if (!Number.isInteger(value) || value < 0 || value > most) throw damaged(name);
  return value;
}

/** Whole cipher blocks of 16 bytes or a salt: never empty, never long. */
function binaryOf(element: XmlElement, name: string): Buffer {
  const bytes = Buffer.from(attributeOf(element, name) ?? '', 'base64');
  if (bytes.length === 0 || bytes.length > 4096 || (name !== 'saltValue' && bytes.length % 8 !== 0))
    throw damaged(name);
  return bytes;
}

function damaged(cause?: unknown): Failure {
  return new Failure('CORRUPTED_FILE', { details: 'The description of its encryption cannot be read.', cause });
}

function unknownMethod(what: string): Failure {
  return new Failure('UNSUPPORTED_FORMAT', {
    details: `The document is encrypted in a way that is not supported (${what}).`,
    suggestion: 'Save it again with a password in a current version of Office, or without one.',
  });
}
