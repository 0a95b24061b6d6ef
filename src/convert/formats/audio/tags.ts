// What a recording says of itself, under one set of names for all kinds of tags.
import { cleanText, collapseSpace } from '../../document/clean-text.ts';

export type TagName = 'title' | 'artist' | 'album' | 'date' | 'genre' | 'comment';
export type Tags = ReadonlyMap<TagName, string>;

const longestTag = 2_000;

/** Gathers tags; what was said first stays. */
export class TagCollector {
  readonly tags = new Map<TagName, string>();

  add(name: TagName | undefined, value: string): void {
    const shown = collapseSpace(cleanText(value.slice(0, longestTag * 2)))
      .trim()
      .slice(0, longestTag);
    if (name !== undefined && shown !== '' && !this.tags.has(name)) this.tags.set(name, shown.toWellFormed());
  }

  addAll(tags: Tags): void {
    for (const [name, value] of tags) this.add(name, value);
  }
}

/** Text of old tags: UTF-8 where it is valid, else the Western Windows set, which also covers Latin 1. */
export function legacyText(bytes: Uint8Array): string {
  const end = bytes.indexOf(0);
  const content = end < 0 ? bytes : bytes.subarray(0, end);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(content);
  } catch {
    return new TextDecoder('windows-1252').decode(content);
  }
}
