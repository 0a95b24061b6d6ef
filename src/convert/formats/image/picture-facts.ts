// What a picture says of itself besides its pixels, from whichever of its tags holds it, and the blocks that tell it.
import { bulletList, item, paragraph, strong, text } from '../../document/build.ts';
import type { Block } from '../../document/tree.ts';
import type { Picture, PictureTags } from '../../engines/pictures/decode.ts';
import { clean, exifTags } from './exif-tags.ts';
import { iptcRecords } from './iptc-records.ts';
import { xmpProperties } from './xmp-properties.ts';

/** In the order they are told. */
export interface PictureFacts {
  readonly title?: string;
  readonly description?: string;
  readonly comment?: string;
  readonly keywords?: string;
  readonly author?: string;
  readonly copyright?: string;
  readonly taken?: string;
  readonly camera?: string;
}

const longestFact = 5_000;
/** What cameras and programs write by themselves. */
const machineNote =
  /^(?:screenshot|ascii|charset=.{0,20}|created with (?:the )?gimp|[a-z ]{2,20} digital (?:still )?camera|(?:sony )?dsc|image description|default|untitled)$/i;

export function pictureFacts(tags: PictureTags): PictureFacts {
  const exif = tags.exif === undefined ? {} : exifTags(tags.exif);
  const iptc = tags.iptc === undefined ? {} : iptcRecords(tags.iptc);
  const xmp = tags.xmp === undefined ? {} : xmpProperties(tags.xmp);
  // PNG, 11.3.4.2: keywords of text chunks.
  const chunks = new Map(tags.texts.slice(0, 100).map((one) => [one.keyword.toLowerCase(), clean(one.text)]));
  const facts: Record<keyof PictureFacts, string | undefined> = {
    title: first(xmp.title, iptc.title, exif.title, iptc.headline, chunks.get('title')),
    description: first(xmp.description, iptc.caption, exif.description, chunks.get('description')),
    comment: first(exif.comment, chunks.get('comment')),
    keywords: first(xmp.keywords, iptc.keywords, exif.keywords),
    author: first(xmp.author, iptc.author, exif.author, chunks.get('author')),
    copyright: first(exif.copyright, chunks.get('copyright')),
    taken: date(exif.taken ?? ''),
    camera: first(exif.camera),
  };
  // The same words in two tags are told once.
  if (facts.comment === facts.description || facts.comment === facts.title) facts.comment = undefined;
  if (facts.description === facts.title) facts.description = undefined;
  return Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== undefined));
}

function first(...values: readonly (string | undefined)[]): string | undefined {
  return values.find((value) => value !== undefined && value !== '' && !machineNote.test(value))?.slice(0, longestFact);
}

/** `2024:03:14 22:10:00` as `2024-03-14 22:10:00`; clocks that were never set say nothing. */
function date(taken: string): string | undefined {
  const found = /^(\d{4})[:-](\d{2})[:-](\d{2})(?:[ T](\d{2}:\d{2}(?::\d{2})?))?/.exec(taken);
  if (found === null || found[1] === '0000' || found[2] === '00') return undefined;
  return `${found[1]}-${found[2]}-${found[3]}${found[4] === undefined ? '' : ` ${found[4]}`}`;
}

const labels: Record<keyof PictureFacts, string> = {
  title: 'Title',
  description: 'Description',
  comment: 'Comment',
  keywords: 'Keywords',
  author: 'Author',
  copyright: 'Copyright',
  taken: 'Taken',
  camera: 'Camera',
};
/** What a person wrote about the picture: it stands before the text that was read, the rest does not. */
const written: readonly (keyof PictureFacts)[] = ['title', 'description', 'comment', 'keywords', 'author'];

/** The facts a person wrote, where there are words about the picture among them. */
export function writtenFacts(facts: PictureFacts): Block[] {
  const told = facts.title ?? facts.description ?? facts.comment ?? facts.keywords;
  return told === undefined ? [] : factList(facts, written);
}

/** All that can be said of a picture without text. */
export function pictureDescription(picture: Picture, title: string, facts: PictureFacts): Block[] {
  const { width, height, frames, animated } = picture;
  const many = frames > 1 ? `, ${frames} ${animated ? 'frames' : 'pages'}` : '';
  return [
    { ...paragraph(`${title}, ${width} × ${height} pixels${many}.`), origin: { kind: 'page', page: 1 } },
    ...factList(facts, Object.keys(labels) as (keyof PictureFacts)[]),
  ];
}

function factList(facts: PictureFacts, names: readonly (keyof PictureFacts)[]): Block[] {
  const items = names.flatMap((name) => {
    const value = facts[name];
    return value === undefined ? [] : [item([paragraph([strong(`${labels[name]}:`), text(` ${value}`)])])];
  });
  return items.length === 0 ? [] : [{ ...bulletList(items), origin: { kind: 'page', page: 1 } }];
}
