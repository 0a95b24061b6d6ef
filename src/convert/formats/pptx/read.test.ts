// Presentations as blocks: origins, facts, limits and packages that are broken in the ways real ones are.
import { describe, expect, test } from 'vitest';
import { blocksFrom, markdownFrom, testContext } from '../../../../test/support/read-blocks.ts';
import { zipOf } from '../../../../test/support/zip.ts';
import { Failure } from '../../../core/failure.ts';
import { convert } from '../../index.ts';
import { read } from './read.ts';

const transitional = 'http://schemas.openxmlformats.org/';
const names = `xmlns:p="${transitional}presentationml/2006/main" xmlns:a="${transitional}drawingml/2006/main" xmlns:r="${transitional}officeDocument/2006/relationships"`;
const type = (name: string): string => `${transitional}officeDocument/2006/relationships/${name}`;

const relations = (...list: readonly (readonly [id: string, type: string, target: string])[]): string =>
  `<Relationships xmlns="${transitional}package/2006/relationships">${list
    .map(([id, kind, target]) => `<Relationship Id="${id}" Type="${type(kind)}" Target="${target}"/>`)
    .join('')}</Relationships>`;

const box = (text: string, name = 'Box'): string =>
  `<p:sp><p:nvSpPr><p:cNvPr id="2" name="${name}"/><p:nvPr/></p:nvSpPr><p:spPr/><p:txBody><a:p><a:r><a:t>${text}</a:t></a:r></a:p></p:txBody></p:sp>`;
const title = (text: string): string =>
  box(text, 'Title').replace('<p:nvPr/>', '<p:nvPr><p:ph type="title"/></p:nvPr>');
const slide = (shapes: string): string => `<p:sld ${names}><p:cSld><p:spTree>${shapes}</p:spTree></p:cSld></p:sld>`;

/** A package with these slides and nothing else. */
function deck(slides: readonly string[], changes: Record<string, string> = {}): Buffer {
  const ids = slides.map((_, at) => `<p:sldId id="${256 + at}" r:id="rId${at + 1}"/>`).join('');
  return zipOf({
    '[Content_Types].xml': `<Types xmlns="${transitional}package/2006/content-types"/>`,
    '_rels/.rels': relations(['rId1', 'officeDocument', 'ppt/presentation.xml']),
    'ppt/presentation.xml': `<p:presentation ${names}><p:sldIdLst>${ids}</p:sldIdLst></p:presentation>`,
    'ppt/_rels/presentation.xml.rels': relations(
      ...slides.map((_, at) => [`rId${at + 1}`, 'slide', `slides/slide${at + 1}.xml`] as const),
    ),
    ...Object.fromEntries(slides.map((content, at) => [`ppt/slides/slide${at + 1}.xml`, content])),
    ...changes,
  });
}

test('blocks know their slide and shape; the number of slides is told', async () => {
  const context = testContext();
  const progress: number[] = [];
  const blocks = await blocksFrom(read, deck([slide(title('One') + box('text', 'TextBox 7')), slide(box('two'))]), {
    ...context,
    progress: (done) => void progress.push(done),
  });
  expect(blocks.map((block) => [block.type, block.origin])).toEqual([
    ['heading', { kind: 'slide', slide: 1, shape: 'Title' }],
    ['paragraph', { kind: 'slide', slide: 1, shape: 'TextBox 7' }],
    ['thematicBreak', { kind: 'slide', slide: 2 }],
    ['paragraph', { kind: 'slide', slide: 2, shape: 'Box' }],
  ]);
  expect(context.facts.pages).toBe(2);
  expect(progress).toEqual([1, 2]);
});

test('slides come in the order of the list, not of their names', async () => {
  const list = `<p:presentation ${names}><p:sldIdLst><p:sldId id="2" r:id="rId2"/><p:sldId id="1" r:id="rId1"/></p:sldIdLst></p:presentation>`;
  const file = deck([slide(title('A')), slide(title('B'))], { 'ppt/presentation.xml': list });
  expect(await markdownFrom(read, file)).toBe('# B\n\n# A\n');
});

test('the title of the deck is that of its first slide where the properties have none', async () => {
  const context = testContext();
  await blocksFrom(read, deck([slide(title('The deck')), slide(title('Two'))]), context);
  expect(context.facts.title).toBe('The deck');
});

test('columns are read from the right in a deck that is', async () => {
  const at = (text: string, x: number): string =>
    box(text).replace('<p:spPr/>', `<p:spPr><a:xfrm><a:off x="${x}" y="0"/><a:ext cx="10" cy="10"/></a:xfrm></p:spPr>`);
  const shapes = slide(at('left', 0) + at('right', 100));
  const mirrored = `<p:presentation ${names} rtl="1"><p:sldIdLst><p:sldId id="1" r:id="rId1"/></p:sldIdLst></p:presentation>`;
  expect(await markdownFrom(read, deck([shapes]))).toBe('left\n\nright\n');
  expect(await markdownFrom(read, deck([shapes], { 'ppt/presentation.xml': mirrored }))).toBe('right\n\nleft\n');
});

test('the runs of one link are one link, another target is another', async () => {
  const run = (text: string, id: string): string =>
    `<a:r><a:rPr><a:hlinkClick r:id="${id}"/></a:rPr><a:t>${text}</a:t></a:r>`;
  const words = `${run('the', 'rId1')}${run(' ', 'rId1')}${run('page', 'rId1')}${run('two', 'rId2')}`;
  const target = (id: string, url: string): string =>
    `<Relationship Id="${id}" Type="${type('hyperlink')}" Target="${url}" TargetMode="External"/>`;
  const file = deck([slide(box('x').replace(/<a:r>.*<\/a:r>/, words))], {
    'ppt/slides/_rels/slide1.xml.rels': `<Relationships xmlns="${transitional}package/2006/relationships">${target('rId1', 'http://a.org')}${target('rId2', 'http://b.org')}</Relationships>`,
  });
  expect(await markdownFrom(read, file)).toBe('[the page](http://a.org)[two](http://b.org)\n');
});

test('no-break spaces around a text are no part of it', async () => {
  const file = deck([slide(title('\u00a0 A\u00a0B \u00a0') + box('\u00a0\u00a0c '))]);
  expect(await markdownFrom(read, file)).toBe('# A\u00a0B\n\nc\n');
});

test('comments keep their lines, those without words say nothing', async () => {
  const comment = (words: string): string => `<p:cm authorId="0" idx="1"><p:text>${words}</p:text></p:cm>`;
  const file = deck([slide(title('A'))], {
    'ppt/slides/_rels/slide1.xml.rels': relations(['rId1', 'comments', '../comments/comment1.xml']),
    'ppt/comments/comment1.xml': `<p:cmLst ${names}>${comment('')}${comment('one\n\ntwo')}</p:cmLst>`,
  });
  expect(await markdownFrom(read, file)).toBe('# A\n\n> **Comment**: one\\\n> two\n');
});

test('a picture on several slides is kept once', async () => {
  const picture = slide(
    '<p:pic><p:nvPicPr><p:cNvPr id="1" name="Logo" descr="Logo"/></p:nvPicPr><p:blipFill><a:blip r:embed="rId1"/></p:blipFill></p:pic>',
  );
  const toImage = relations(['rId1', 'image', '../media/logo.png']);
  const context = testContext({}, { extractImages: true });
  const file = deck([picture, picture], {
    'ppt/slides/_rels/slide1.xml.rels': toImage,
    'ppt/slides/_rels/slide2.xml.rels': toImage,
    'ppt/media/logo.png': 'png',
  });
  expect(await markdownFrom(read, file, context)).toBe('![Logo](image-1)\n\n---\n\n![Logo](image-1)\n');
  expect(context.saved).toHaveLength(1);
});

describe('broken packages', () => {
  test('a listed slide that is missing or no XML is reported, the others are read', async () => {
    const context = testContext();
    const file = deck([slide(title('A')), 'no markup', slide(title('C'))]);
    expect(await markdownFrom(read, file, context)).toBe('# A\n\n# C\n');
    expect(context.warnings.map((one) => [one.code, one.origin])).toContainEqual([
      'slide-missing',
      { kind: 'slide', slide: 2 },
    ]);
  });

  test('a presentation without a list is read by its relations', async () => {
    const file = deck([slide(title('A'))], { 'ppt/presentation.xml': `<p:presentation ${names}/>` });
    expect(await markdownFrom(read, file)).toBe('# A\n');
  });

  test('without relations the slides are found by their names', async () => {
    const context = testContext();
    const file = deck([slide(title('A')), slide(title('B'))], { 'ppt/_rels/presentation.xml.rels': relations() });
    expect(await markdownFrom(read, file, context)).toBe('# A\n\n# B\n');
    expect(context.warnings.map((one) => one.code)).toEqual(['slide-order-guessed']);
  });

  test('a slide that is listed again and again is read once', async () => {
    const many = '<p:sldId id="1" r:id="rId1"/>'.repeat(50);
    const context = testContext();
    const file = deck([slide(title('A'))], {
      'ppt/presentation.xml': `<p:presentation ${names}><p:sldIdLst>${many}</p:sldIdLst></p:presentation>`,
    });
    expect(await markdownFrom(read, file, context)).toBe('# A\n');
    expect(context.warnings.map((one) => one.code)).toEqual(['slide-repeated']);
  });

  test('a slide cut off in the middle gives what is there', async () => {
    const context = testContext();
    const whole = slide(title('A') + box('kept') + box('lost'));
    const file = deck([whole.slice(0, whole.indexOf('lost'))]);
    expect(await markdownFrom(read, file, context)).toContain('kept');
    expect(context.warnings.map((one) => one.code)).toContain('damaged-part');
  });

  test('a package without slides is an empty document', async () => {
    await expect(convert(deck([]), {})).rejects.toMatchObject({ code: 'EMPTY_DOCUMENT' });
  });

  test('a package without a presentation is damaged', async () => {
    const file = zipOf({ 'ppt/slides/slide1.xml': slide(title('A')) });
    await expect(blocksFrom(read, file)).rejects.toBeInstanceOf(Failure);
  });
});

test('strict packages and other prefixes are read alike', async () => {
  const strict = (text: string): string =>
    text
      .replaceAll(`${transitional}presentationml/2006/main`, 'http://purl.oclc.org/ooxml/presentationml/main')
      .replaceAll(`${transitional}drawingml/2006/main`, 'http://purl.oclc.org/ooxml/drawingml/main')
      .replaceAll(
        `${transitional}officeDocument/2006/relationships`,
        'http://purl.oclc.org/ooxml/officeDocument/relationships',
      )
      .replace(/(<\/?|xmlns:)p([:=])/g, '$1q$2');
  const list = `<p:presentation ${names}><p:sldIdLst><p:sldId id="1" r:id="rId1"/></p:sldIdLst></p:presentation>`;
  const file = deck([strict(slide(title('A') + box('b')))], { 'ppt/presentation.xml': strict(list) });
  expect(await markdownFrom(read, file)).toBe('# A\n\nb\n');
});

test('groups nested deep are read, and without end they fail by the limit', async () => {
  const nested = (depth: number): Buffer =>
    deck([slide('<p:grpSp>'.repeat(depth) + box('inside') + '</p:grpSp>'.repeat(depth))]);
  expect(await markdownFrom(read, nested(900))).toBe('inside\n');
  await expect(blocksFrom(read, nested(100_000))).rejects.toMatchObject({ code: 'DOCUMENT_LIMIT' });
});

test('a slide of ten thousand shapes keeps them all', async () => {
  const shapes = Array.from({ length: 10_000 }, (_, at) => box(`n${at}.`)).join('');
  const markdown = await markdownFrom(read, deck([slide(shapes)]));
  expect(markdown.match(/n\d+\./g)).toHaveLength(10_000);
});
