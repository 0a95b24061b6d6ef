// Outlook files: addresses, bodies, limits and damage. Another reader of the format is the witness for our test files.
import msgreader from '@kenjiuno/msgreader';
import { describe, expect, test } from 'vitest';
import { fixtureBytes, fixturesOf } from '../../../../test/support/fixtures.ts';
import { type MsgListing, msgOf } from '../../../../test/support/msg.ts';
import { oleOf } from '../../../../test/support/ole.ts';
import { blocksFrom, markdownFrom, testContext } from '../../../../test/support/read-blocks.ts';
import { Failure } from '../../../core/failure.ts';
import { OleFile } from '../../containers/ole.ts';
import { bytesSource, convert } from '../../index.ts';
import { outlookMessage } from './message.ts';
import { read } from './read.ts';

const message = (properties: MsgListing['properties'], more: Omit<MsgListing, 'properties'> = {}): Buffer =>
  msgOf({ properties: { '001A001F': 'IPM.Note', ...properties }, ...more });
const markdown = (properties: MsgListing['properties'], more: Omit<MsgListing, 'properties'> = {}): Promise<string> =>
  markdownFrom(read, message(properties, more));

describe('people', () => {
  test.each<[string, MsgListing['properties'], string]>([
    [
      'an SMTP property',
      { '0C1A001F': 'Ann', '0C1F001F': '/O=X/CN=A', '5D01001F': 'ann@x.example' },
      'Ann <ann@x.example>',
    ],
    [
      'the header knows it',
      { '0C1A001F': 'Ann', '0C1F001F': '/O=X/CN=A', '007D001F': 'From: A <ann@x.example>\r\n' },
      'Ann <ann@x.example>',
    ],
    ['nobody knows it', { '0C1A001F': 'Ann', '0C1F001F': '/O=X/CN=A' }, 'Ann'],
    ['nothing else is there', { '0C1F001F': '/O=X/CN=A' }, '/O=X/CN=A'],
    ['the name is the address', { '0C1A001F': 'ann@x.example', '0C1F001F': 'ann@x.example' }, 'ann@x.example'],
    [
      'sent for another',
      { '0042001F': 'Boss', '0065001F': 'boss@x.example', '0C1A001F': 'Ann', '0C1F001F': 'ann@x.example' },
      'Ann <ann@x.example> on behalf of Boss <boss@x.example>',
    ],
    [
      'sent for another of the same name',
      { '0042001F': 'Ann <a@y.example>', '0065001F': 'a@y.example', '0C1A001F': 'Ann', '0C1F001F': 'ann@x.example' },
      'ann@x.example on behalf of Ann <a@y.example>',
    ],
  ])('%s', async (_title, properties, from) => {
    expect((await markdown(properties)).replaceAll('\\<', '<')).toBe(`**From:** ${from}\n`);
  });

  test('types of recipients, whatever their upper bits say', async () => {
    const one = (type: number, name: string) => ({ '0C150003': type, '3001001F': name });
    const recipients = [one(1, 'A'), one(0x10000002, 'B'), one(3, 'C'), one(1, 'D')];
    expect(await markdown({}, { recipients })).toBe('**To:** A, D\\\n**Cc:** B\\\n**Bcc:** C\n');
  });
});

describe('body', () => {
  const rtf = { rtf: '{\\rtf1\\ansi rich {\\b text}}' };
  const page = (text: string, charset: BufferEncoding) => ({ hex: Buffer.from(text, charset).toString('hex') });
  test.each<[string, MsgListing['properties'], string]>([
    ['HTML before RTF and text', { '10130102': page('<p>é</p>', 'utf8'), '10090102': rtf, '1000001F': 'x' }, 'é\n'],
    ['HTML in the code page of the message', { '10130102': page('<p>\u00e9</p>', 'latin1'), '3FDE0003': 1251 }, 'й\n'],
    ['HTML as a string', { '1013001F': '<p><i>y</i>' }, '*y*\n'],
    ['HTML that shows nothing', { '10130102': page('<p></p>', 'utf8'), '1000001F': 'x' }, 'x\n'],
    ['RTF before text', { '10090102': rtf, '1000001F': 'x' }, 'rich **text**\n'],
    ['text in another code page', { '3FFD0003': 932, '1000001E': { hex: '93fa967b' } }, '日本\n'],
    ['text with its final zero', { '1000001F': 'x\0\0rubbish' }, 'x\n'],
  ])('%s', async (_title, properties, meant) => {
    expect(await markdown(properties)).toBe(meant);
  });

  test('damaged RTF leaves the text, with a warning', async () => {
    const context = testContext();
    expect(await markdownFrom(read, message({ '10090102': { hex: '0102' }, '1000001F': 'x' }), context)).toBe('x\n');
    expect(context.warnings.map(({ code }) => code)).toEqual(['mail-body-damaged']);
  });
});

describe('damage', () => {
  test('a compound file without a message', async () => {
    await expect(blocksFrom(read, oleOf({ Workbook: Buffer.from('x') }))).rejects.toThrow(Failure);
  });

  test('a storage that is its own attachment ends at the limit', async () => {
    const inner: MsgListing = { properties: { '0037001F': 'inner' } };
    const bytes = message(
      { '0037001F': 'outer' },
      { attachments: [{ properties: { '37050003': 5 }, message: inner }] },
    );
    // The embedded message's first child becomes the attachment of the root, so that walking down never ends.
    const entry = bytes.indexOf(Buffer.from('__substg1.0_3701000D', 'utf16le'));
    const root = bytes.indexOf(Buffer.from('Root Entry', 'utf16le'));
    bytes.copy(bytes, entry + 76, root + 76, root + 80);
    const { warnings } = await convert({ source: bytesSource(bytes), name: 'a.msg' });
    expect(warnings.at(-1)?.message).toMatch(/nested more than 3 deep/);
  });

  test('dates that say there is none', async () => {
    expect(await markdown({ '00390040': '1601-01-01T00:00:00Z', '1000001F': 'x' })).toBe('x\n');
    expect(await markdown({ '00390040': '4501-01-01T00:00:00Z', '1000001F': 'x' })).toBe('x\n');
  });
});

/** The package is CommonJS: its class is the default of its default, unless the test runner has unwrapped it. */
type Witness = typeof msgreader.default;
const MsgReader: Witness = typeof msgreader === 'function' ? (msgreader as unknown as Witness) : msgreader.default;

describe('our test files are messages to another reader too', () => {
  test.each(fixturesOf('msg'))('$name', (fixture) => {
    const bytes = fixtureBytes(fixture);
    const seen = new MsgReader(new Uint8Array(bytes).buffer).getFileData();
    const ours = outlookMessage(new OleFile(bytesSource(bytes)).root, testContext());
    expect(seen.error).toBeUndefined();
    if (fixture.name !== 'rtf-html-cyrillic') {
      expect(ours.subject).toBe((seen.subject ?? '').replace(/^\u0001./, ''));
      if (seen.senderName !== undefined) expect((ours.sender ?? ours.from[0])?.name).toBe(seen.senderName);
    }
    const listed = [...ours.to, ...ours.cc, ...ours.bcc].filter(({ address }) => address !== '');
    const theirs = (seen.recipients ?? [])
      .map((one) => one.smtpAddress ?? one.email ?? '')
      .filter((one) => one.includes('@'));
    expect(listed.map(({ address }) => address).sort()).toEqual(theirs.sort());
    if (!/SMIME/.test(seen.messageClass ?? '')) expect(ours.attachments.length).toBe(seen.attachments?.length ?? 0);
  });
});
