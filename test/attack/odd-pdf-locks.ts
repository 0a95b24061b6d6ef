// Encrypted PDFs: every method of the standard handler, with the password, without it and with a wrong one.
import { line, pdfOf } from '../support/pdf-document.ts';
import type { EncryptionMethod } from '../support/pdf-encryption.ts';
import { changed, type OddPdfs } from './odd-pdf.ts';

const methods: readonly EncryptionMethod[] = ['rc4-40', 'rc4-128', 'aes-128', 'aes-256'];
const secret = 'a secret of the mill';

function locked(method: EncryptionMethod, userPassword: string, ownerPassword = 'the owner', packed = false): Buffer {
  return pdfOf([{ content: line(72, 700, secret) }], {
    encryption: { method, userPassword, ownerPassword },
    ...(packed ? { packed: 50 } : {}),
  });
}

/** The string of the owner is longer than the 32 bytes it must have (7.6.4.4.3), on which PDFium gives up for good. */
export const engineStopper = (): Buffer =>
  Buffer.from(
    `%PDF-1.7\n1 0 obj << /Filter /Standard /V 1 /R 2 /O <${'ab'.repeat(40)}> >> endobj trailer << /Encrypt 1 0 R >>\n`,
  );

const ofMethod = (method: EncryptionMethod): OddPdfs => ({
  [`${method} without a password`]: { bytes: () => locked(method, 'open'), ends: ['PASSWORD_REQUIRED'] },
  [`${method} with a wrong password`]: {
    bytes: () => locked(method, 'open'),
    options: { password: 'Open' },
    ends: ['PASSWORD_REQUIRED'],
  },
  [`${method} with the password`]: {
    bytes: () => locked(method, 'open'),
    options: { password: 'open' },
    holds: [secret],
  },
  [`${method} with the password of the owner`]: {
    bytes: () => locked(method, 'open'),
    options: { password: 'the owner' },
    holds: [secret],
  },
  [`${method} with an empty password`]: { bytes: () => locked(method, ''), holds: [secret] },
  [`${method} in object streams`]: {
    bytes: () => locked(method, 'open', 'the owner', true),
    options: { password: 'open' },
    holds: [secret],
  },
});

export const lockedPdfs: OddPdfs = {
  ...Object.assign({}, ...methods.map(ofMethod)),
  'aes-256 with a password beyond ASCII': {
    bytes: () => locked('aes-256', 'Grüße, мельник'),
    options: { password: 'Grüße, мельник' },
    holds: [secret],
  },
  'rc4-128 with an accented password': {
    bytes: () => locked('rc4-128', 'Grüße'),
    options: { password: 'Grüße' },
    holds: [secret],
  },
  // ISO 32000-2, 7.6.4.3.4: SASLprep makes the ligature two letters and the hard space a soft one.
  'aes-256 with a password that is prepared first': {
    bytes: () => locked('aes-256', 'fish and chips'),
    options: { password: '\ufb01sh\u00a0and chips' },
    holds: [secret],
  },
  'a security handler that nobody knows': {
    bytes: () => changed(locked('rc4-128', 'open'), (text) => text.replace('/Filter /Standard', '/Filter /Sentinel')),
    ends: ['UNSUPPORTED_FORMAT'],
  },
  'an encryption that is not there': {
    bytes: () => changed(locked('rc4-128', 'open'), (text) => text.replace(/\/Encrypt \d+ 0 R/, '/Encrypt 9999 0 R')),
    ends: ['converts', 'CORRUPTED_FILE', 'EMPTY_DOCUMENT', 'UNSUPPORTED_FORMAT'],
  },
  'an encryption without its strings': {
    bytes: () => changed(locked('aes-128', 'open'), (text) => text.replace(/\/[OU] <[0-9a-f]*>/g, '')),
    ends: ['PASSWORD_REQUIRED', 'CORRUPTED_FILE', 'UNSUPPORTED_FORMAT'],
  },
  'an encryption that stops the engine': {
    bytes: engineStopper,
    options: { password: 'open' },
    ends: ['CORRUPTED_FILE', 'PASSWORD_REQUIRED'],
  },
  'a key of no bits': {
    bytes: () => changed(locked('rc4-128', 'open'), (text) => text.replace('/Length 128', '/Length 0')),
    options: { password: 'open' },
    ends: ['converts', 'PASSWORD_REQUIRED', 'CORRUPTED_FILE', 'UNSUPPORTED_FORMAT', 'EMPTY_DOCUMENT'],
  },
};
