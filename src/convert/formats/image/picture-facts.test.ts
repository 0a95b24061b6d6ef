// What pictures say of themselves, from real tags and from damaged ones.
import fc from 'fast-check';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { defaultLimits } from '../../../core/limits.ts';
import { openPicture } from '../../engines/pictures/decode.ts';
import { markdownOf } from '../../markdown/write.ts';
import { exifTags } from './exif-tags.ts';
import { iptcRecords } from './iptc-records.ts';
import { pictureFacts, writtenFacts } from './picture-facts.ts';
import { xmpProperties } from './xmp-properties.ts';

const blank = () => sharp({ create: { width: 9, height: 9, channels: 3, background: 'red' } });
const factsOf = async (bytes: Uint8Array) => pictureFacts((await openPicture(bytes, defaultLimits)).tags);

const packet = (inner: string): Buffer =>
  Buffer.from(
    `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:dc="http://purl.org/dc/elements/1.1/"><rdf:Description>${inner}</rdf:Description></rdf:RDF></x:xmpmeta>`,
  );
const record = (tag: number, text: string): Buffer =>
  Buffer.concat([Buffer.from([0x1c, 2, tag, 0, Buffer.byteLength(text)]), Buffer.from(text)]);

describe('EXIF', () => {
  test('what a camera and a person wrote', async () => {
    const jpeg = await blank()
      .withExif({
        IFD0: {
          ImageDescription: 'The old mill',
          Artist: 'A. Miller',
          Make: 'Acme',
          Model: 'Acme One',
          Copyright: '2020 A',
        },
        IFD2: { DateTimeOriginal: '2020:01:02 03:04:05' },
        IFD3: { GPSLatitude: '51/1 30/1 0/1' },
      })
      .jpeg()
      .toBuffer();
    expect(await factsOf(jpeg)).toEqual({
      description: 'The old mill',
      author: 'A. Miller',
      copyright: '2020 A',
      taken: '2020-01-02 03:04:05',
      camera: 'Acme One',
    });
  });

  test('what programs write by themselves is no description', async () => {
    const jpeg = await blank()
      .withExif({ IFD0: { ImageDescription: 'OLYMPUS DIGITAL CAMERA' } })
      .jpeg()
      .toBuffer();
    expect(await factsOf(jpeg)).toEqual({});
  });

  test('any bytes end', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('II*\0\x08\0\0\0', 'MM\0*\0\0\0\x08'),
        fc.uint8Array({ maxLength: 300 }),
        (head, rest) => {
          expect(typeof exifTags(Buffer.concat([Buffer.from(head, 'latin1'), rest]))).toBe('object');
          expect(typeof iptcRecords(rest)).toBe('object');
          expect(typeof xmpProperties(rest)).toBe('object');
        },
      ),
    );
  });
});

test('XMP: titles in several languages, lists of keywords', () => {
  const inner =
    '<dc:title><rdf:Alt><rdf:li xml:lang="x-default">The mill</rdf:li><rdf:li xml:lang="de">Die Mühle</rdf:li></rdf:Alt></dc:title>' +
    '<dc:subject><rdf:Bag><rdf:li>mill</rdf:li><rdf:li>river</rdf:li></rdf:Bag></dc:subject><dc:creator><rdf:Seq><rdf:li>A &amp; B</rdf:li></rdf:Seq></dc:creator>';
  expect(xmpProperties(packet(inner))).toEqual({ title: 'The mill', keywords: 'mill, river', author: 'A & B' });
});

test('IPTC: records after other resources', () => {
  const bytes = Buffer.concat([
    Buffer.from('Photoshop 3.0\x008BIM\x04\x04', 'latin1'),
    record(5, 'The mill'),
    record(25, 'river'),
    record(25, 'mill'),
    record(120, 'Seen from the bank'),
  ]);
  expect(iptcRecords(bytes)).toEqual({ title: 'The mill', keywords: 'river, mill', caption: 'Seen from the bank' });
});

test('the same words are told once, and only what a person wrote stands before text', () => {
  const facts = pictureFacts({
    xmp: packet('<dc:title>Mill</dc:title><dc:description>Mill</dc:description>'),
    texts: [
      { keyword: 'Author', text: 'A. Miller' },
      { keyword: 'Comment', text: 'Mill' },
    ],
  });
  expect(facts).toEqual({ title: 'Mill', author: 'A. Miller' });
  expect(markdownOf(writtenFacts(facts))).toBe('- **Title:** Mill\n- **Author:** A. Miller\n');
  expect(writtenFacts({ author: 'A. Miller', camera: 'Acme One' })).toEqual([]);
});
