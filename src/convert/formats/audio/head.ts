// The head block of a recording: what its tags say, how long it is, how it is stored and what is spoken.
import { lineBreak, paragraph, strong, text } from '../../document/build.ts';
import type { Paragraph, Phrasing } from '../../document/tree.ts';
import type { Recording } from './recording.ts';
import { clockTime } from './times.ts';

/** ISO 639-1, or undefined where nobody speaks. */
export function headBlock({ tags, seconds, format }: Recording, language: string | undefined): Paragraph {
  const lines: readonly (readonly [string, string | undefined])[] = [
    ['Artist', tags.get('artist')],
    ['Album', tags.get('album')],
    ['Date', tags.get('date')],
    ['Genre', tags.get('genre')],
    ['Comment', tags.get('comment')],
    ['Duration', clockTime(Math.round(seconds))],
    ['Format', format],
    ['Language', language === undefined ? undefined : languageName(language)],
  ];
  const children: Phrasing[] = [];
  for (const [label, value] of lines) {
    if (value === undefined) continue;
    if (children.length > 0) children.push(lineBreak);
    children.push(strong(`${label}:`), text(` ${value}`));
  }
  return paragraph(children);
}

const names = new Intl.DisplayNames(['en'], { type: 'language', fallback: 'none' });

function languageName(code: string): string {
  const name = names.of(code);
  return name === undefined ? code : `${name} (${code})`;
}
