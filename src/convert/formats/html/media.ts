// Images, drawings and players: what stands for them in text. Embedded image data is handed on, never opened.
import { image } from '../../document/build.ts';
import type { Image } from '../../document/tree.ts';
import { toRead } from '../office/pictures.ts';
import {
  attribute,
  childElements,
  classNames,
  collapse,
  type DomElement,
  following,
  hasAttribute,
  plainText,
} from './dom.ts';
import { cleanAddress, resolveAddress, schemeOf } from './links.ts';
import type { Handler, Page } from './page.ts';

/** Where scripts that load images late keep the real address. */
const lateSources = [
  'data-src',
  'data-original',
  'data-lazy-src',
  'data-original-src',
  'data-hi-res-src',
  'data-lazy',
  'data-url',
  'data-image',
  'data-img-src',
  'data-full-src',
];
const lateSets = ['data-srcset', 'data-lazy-srcset', 'data-original-set'];
/** Only the name at the end of an address tells a placeholder. */
const longestName = 200;
const placeholder =
  /(?:^|[/_.-])(?:blank|spacer|transparent|placeholder|pixel|1x1|grey|lazy[_-]?load|loading)[^/]*\.(?:gif|png|svg|jpe?g)(?:$|\?)/i;

export const readImage: Handler = (page, element) => {
  const alt = collapse(attribute(element, 'alt') ?? '');
  if (isTracker(element)) return 'skip';
  if (classNames(element).some((name) => /^(?:emoji|wp-smiley|twemoji)/.test(name)) && alt !== '' && alt.length <= 12) {
    page.flow.text(alt);
    return 'skip';
  }
  if (classNames(element).some((name) => /^(?:mwe-math-fallback|latex$|tex$|mathtex)/.test(name)) && alt !== '') {
    page.flow.node({ type: 'inlineMath', value: alt });
    return 'skip';
  }
  const title = collapse(attribute(element, 'title') ?? '');
  const node = imageOf(page, imageSource(element), alt, title);
  if (node !== undefined) page.flow.node(node);
  else if (alt !== '') page.flow.text(alt);
  return 'skip';
};

function imageOf(page: Page, source: string | undefined, alt: string, title: string): Image | undefined {
  if (source === undefined) return undefined;
  if (schemeOf(source) === 'data') {
    const data = dataImage(source);
    const url = data === undefined ? undefined : page.context.saveImage(data);
    return kept(page, url, alt, title, data === undefined ? undefined : () => dataImage(source)?.bytes);
  }
  const { resolveImage, imageBytes } = page.settings;
  const url = resolveImage === undefined ? resolveAddress(source, page.base) : resolveImage(source);
  return kept(page, url, alt, title, imageBytes === undefined ? undefined : () => imageBytes(source));
}

/** A picture that is not kept is still marked as one where it has a text, or where its own text is to be read. */
function kept(
  { context }: Page,
  url: string | undefined,
  alt: string,
  title: string,
  bytes: (() => Uint8Array | undefined) | undefined,
): Image | undefined {
  const plain = url === undefined ? image('', alt) : image(url, alt, title === '' ? undefined : title);
  const node = bytes === undefined ? plain : toRead(plain, bytes, context);
  return url === undefined && alt === '' && node.picture === undefined ? undefined : node;
}

/** One pixel, or nothing: counts visitors and shows nothing. */
function isTracker(element: DomElement): boolean {
  const tiny = (name: string): boolean => /^\s*[01](?:px)?\s*$/.test(attribute(element, name) ?? '');
  return tiny('width') && tiny('height');
}

/** The address of the picture itself: a late one where `src` is missing or only holds the place. */
function imageSource(element: DomElement): string | undefined {
  const src = cleanAddress(attribute(element, 'src') ?? '');
  const weak = src === '' || placeholder.test(src.slice(-longestName)) || isStub(src);
  if (!weak) return src;
  for (const name of lateSources) {
    const value = cleanAddress(attribute(element, name) ?? '');
    if (value !== '' && !/[\s{[]/.test(value)) return value;
  }
  for (const set of [...lateSets.map((name) => attribute(element, name)), attribute(element, 'srcset')]) {
    const best = set === undefined ? undefined : largest(set);
    if (best !== undefined) return best;
  }
  if (element.parent?.kind === 'element' && element.parent.tag === 'picture') {
    for (const source of childElements(element.parent)) {
      if (source.tag !== 'source') continue;
      const best = largest(attribute(source, 'srcset') ?? attribute(source, 'data-srcset') ?? '');
      if (best !== undefined) return best;
    }
  }
  return src === '' ? undefined : src;
}

/** A data address too small to be a picture: the usual stand-in until a script runs. */
function isStub(src: string): boolean {
  return /^data:image\/(?:gif|png|svg\+xml)/i.test(src) && src.length < 1000;
}

/** HTML, 4.8.4.2.1: candidates with a width or density; the largest is the picture. */
function largest(set: string): string | undefined {
  let best: string | undefined;
  let size = -1;
  for (const candidate of set.split(/,\s+|,(?=https?:|\/)/)) {
    const [address, descriptor] = candidate.trim().split(/\s+/);
    if (address === undefined || address === '' || schemeOf(address) === 'data') continue;
    const value = descriptor === undefined ? 1 : Number.parseFloat(descriptor);
    if (value > size) {
      size = value;
      best = address.replace(/,$/, '');
    }
  }
  return best;
}

/** RFC 2397: `data:image/png;base64,...`. */
function dataImage(address: string): { bytes: Uint8Array; mediaType: string } | undefined {
  const comma = address.indexOf(',');
  if (comma < 0 || comma > 200) return undefined;
  const header = address.slice(5, comma).toLowerCase().split(';');
  const mediaType = header[0]?.trim() ?? '';
  if (!/^image\/[a-z0-9.+-]+$/.test(mediaType)) return undefined;
  const body = address.slice(comma + 1);
  if (header.some((part) => part.trim() === 'base64')) {
    const bytes = Buffer.from(decodePercent(body), 'base64');
    return bytes.length === 0 ? undefined : { bytes, mediaType };
  }
  return { bytes: Buffer.from(decodePercent(body), 'utf8'), mediaType };
}

function decodePercent(text: string): string {
  if (!text.includes('%')) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

const wordTags = new Set(['title', 'desc', 'text', 'foreignObject']);

/** A drawing: its name, its description, else the words drawn in it. */
export const readSvg: Handler = (page, element) => {
  const parts: string[] = [];
  const label = collapse(attribute(element, 'aria-label') ?? '');
  let words = '';
  let skip = false;
  for (let node = following(element, element); node !== undefined; node = following(node, element, skip)) {
    skip = node.kind === 'element' && wordTags.has(node.tag);
    if (node.kind !== 'element' || !skip) continue;
    const value = plainText(node);
    if (node.tag === 'text' || node.tag === 'foreignObject') words += ` ${value}`;
    else if (value !== '' && node.parent === element && !parts.includes(value)) parts.push(value.slice(0, 2000));
  }
  if (label !== '' && !parts.includes(label)) parts.unshift(label);
  // Inside a link or a control an icon only repeats what stands beside it.
  const icon = page.cut && words.trim() === '' && iconParents.has(parentTag(element));
  if (!icon && parts.length > 0) page.flow.text(` ${parts.join(': ')} `);
  if (words.trim() !== '') page.flow.text(` ${words.trim()} `);
  return 'skip';
};

const iconParents = new Set(['a', 'button', 'span', 'i', 'label']);
const parentTag = (element: DomElement): string => (element.parent?.kind === 'element' ? element.parent.tag : '');

const playerNames = new Map([
  ['video', 'Video'],
  ['audio', 'Audio'],
  ['iframe', 'Embedded page'],
  ['frame', 'Frame'],
  ['embed', 'Embedded file'],
  ['object', 'Embedded file'],
]);

/** Video, audio and frames: a link to what they show, since it is not opened here. */
export const readPlayer: Handler = (page, element) => {
  const address = playerSource(element);
  const url = address === undefined ? undefined : resolveAddress(address, page.base);
  const name = collapse(attribute(element, 'title') ?? attribute(element, 'aria-label') ?? '');
  const invisible = hasAttribute(element, 'hidden') || isTracker(element);
  if (url === undefined || invisible) return invisible ? 'skip' : undefined;
  // Unnamed frames in articles are advertisements and buttons, unless they play something.
  if (
    page.cut &&
    element.tag === 'iframe' &&
    name === '' &&
    !/video|player|youtu|vimeo|dailymotion|soundcloud|spotify|podcast/i.test(url.slice(0, 500))
  )
    return 'skip';
  page.flow.flush();
  const before = page.flow.inline.mark({ kind: 'link', url });
  page.flow.text(name === '' ? (playerNames.get(element.tag) ?? element.tag) : name);
  page.flow.inline.restore(before);
  page.flow.flush();
  // What stands inside is for browsers that cannot play it, unless the element was never closed and holds the page.
  return plainText(element, fallbackLength).length < fallbackLength ? 'skip' : undefined;
};

const fallbackLength = 300;

function playerSource(element: DomElement): string | undefined {
  for (const name of ['src', 'data', 'data-src']) {
    const value = cleanAddress(attribute(element, name) ?? '');
    if (value !== '') return value;
  }
  for (const part of childElements(element)) {
    const value = part.tag === 'source' ? cleanAddress(attribute(part, 'src') ?? '') : '';
    if (value !== '') return value;
  }
  return undefined;
}
