// A short text that only the holder of one key can read: X25519 with a key made for this text alone, HKDF and AES-256-GCM.
import {
  createCipheriv,
  createDecipheriv,
  createPublicKey,
  diffieHellman,
  generateKeyPairSync,
  hkdfSync,
  type KeyObject,
  randomBytes,
} from 'node:crypto';

const cipher = 'aes-256-gcm';
const ivBytes = 12;
const tagBytes = 16;
const publicBytes = 32;

export const newSealKey = (): KeyObject => generateKeyPairSync('x25519').privateKey;

export function publicPart(key: KeyObject): string {
  return String(key.export({ format: 'jwk' }).x);
}

/** `about` is no secret, but the text opens only with the same. Undefined for what is no public key. */
export function seal(text: string, publicKey: string, about: string): string | undefined {
  const theirs = publicKeyOf(publicKey);
  if (theirs === undefined) return undefined;
  const ours = newSealKey();
  const iv = randomBytes(ivBytes);
  const sealing = createCipheriv(cipher, sharedKey(ours, theirs, publicPart(ours), publicKey), iv);
  sealing.setAAD(Buffer.from(about));
  const body = Buffer.concat([sealing.update(text, 'utf8'), sealing.final()]);
  const whole = [Buffer.from(publicPart(ours), 'base64url'), iv, sealing.getAuthTag(), body];
  return Buffer.concat(whole).toString('base64url');
}

/** The text, or undefined when it was sealed for another key or changed on its way. */
export function unseal(sealed: string, key: KeyObject, about: string): string | undefined {
  const bytes = Buffer.from(sealed, 'base64url');
  if (bytes.length < publicBytes + ivBytes + tagBytes) return undefined;
  const sender = bytes.toString('base64url', 0, publicBytes);
  const theirs = publicKeyOf(sender);
  if (theirs === undefined) return undefined;
  const iv = bytes.subarray(publicBytes, publicBytes + ivBytes);
  const tag = bytes.subarray(publicBytes + ivBytes, publicBytes + ivBytes + tagBytes);
  try {
    const shared = sharedKey(key, theirs, sender, publicPart(key));
    const opening = createDecipheriv(cipher, shared, iv, { authTagLength: tagBytes });
    opening.setAAD(Buffer.from(about));
    opening.setAuthTag(tag);
    const body = opening.update(bytes.subarray(publicBytes + ivBytes + tagBytes));
    return Buffer.concat([body, opening.final()]).toString('utf8');
  } catch {
    return undefined;
  }
}

function publicKeyOf(text: string): KeyObject | undefined {
  try {
    return createPublicKey({ key: { kty: 'OKP', crv: 'X25519', x: text }, format: 'jwk' });
  } catch {
    return undefined;
  }
}

function sharedKey(own: KeyObject, other: KeyObject, sender: string, reader: string): Buffer {
  const secret = diffieHellman({ privateKey: own, publicKey: other });
  return Buffer.from(hkdfSync('sha256', secret, `${sender} ${reader}`, 'docmill sealed text', 32));
}
