// Documents to time the writer with: made by rule from a fixed seed, so that every run writes the same bytes.
import type { Block, Phrasing, Row } from '../../src/convert/document/tree.ts';

const words =
  'the of and to in a is that for it as was with be by on not he his but at are this have from or had an they which one you were all her she there would their we him been has when who will no more if out so up said what its about than into them can only other time new some could these two may first then do any like my now over such our man me even most made after also did many off before must well back through years much where your way down should because long each just state those people too mr how little good world make very year still see own work men day get here old life both between being under three never know same last another while us might great go come since against right came take used himself few house american use place during high without again home around small however found mrs part school thought went say general once upon war every left got united number course until always away something fact though water less public put think almost hand enough far head yet better set told nothing night end why called find going look asked later point knew city next program business give group toward days young let room president side social given present several order national second possible rather per face among form important often things looked early white case become large big need four within felt along children saw best church ever least power development light thing seemed family interest want members mind country area others turned although done open god service problem certain kind different door sense whole matter perhaps themselves help times human means act hands act'.split(
    ' ',
  );

/** A small generator of numbers (Park and Miller), so that no run depends on chance. */
export function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}

export function sentence(random: () => number): string {
  const length = 6 + Math.floor(random() * 14);
  let text = '';
  for (let at = 0; at < length; at += 1) {
    let word = words[Math.floor(random() * words.length)] as string;
    const chance = random();
    if (at === 0) word = (word[0] as string).toUpperCase() + word.slice(1);
    else if (chance < 0.01) word = `${word}_${word}`;
    else if (chance < 0.015) word = `$${Math.floor(random() * 900)}`;
    else if (chance < 0.02) word = `(${word})`;
    else if (chance < 0.023) word = `[${Math.floor(random() * 90)}]`;
    else if (chance < 0.026) word = `${word} * ${word}`;
    else if (chance < 0.03) word = `“${word}”`;
    else if (chance < 0.032) word = `https://example.org/${word}?id=${Math.floor(random() * 1000)}`;
    text += (at === 0 ? '' : chance > 0.93 ? ', ' : ' ') + word;
  }
  return `${text}${random() < 0.9 ? '.' : '!'}`;
}

export function phrase(random: () => number): string {
  return sentence(random).slice(0, -1).split(' ').slice(0, 3).join(' ');
}

function paragraph(random: () => number): Block {
  const children: Phrasing[] = [];
  const sentences = 3 + Math.floor(random() * 5);
  for (let at = 0; at < sentences; at += 1) {
    children.push({ type: 'text', value: `${sentence(random)} ` });
    const chance = random();
    if (chance < 0.15) children.push({ type: 'emphasis', children: [{ type: 'text', value: phrase(random) }] });
    else if (chance < 0.3) children.push({ type: 'strong', children: [{ type: 'text', value: phrase(random) }] });
    else if (chance < 0.42)
      children.push({
        type: 'link',
        url: `https://example.org/${at}`,
        children: [{ type: 'text', value: phrase(random) }],
      });
    else if (chance < 0.5) children.push({ type: 'inlineCode', value: phrase(random) });
    if (chance < 0.5) children.push({ type: 'text', value: ', ' });
  }
  children.push({ type: 'text', value: sentence(random) });
  return { type: 'paragraph', children };
}

/** Prose: headings, paragraphs with emphasis, links and code, now and then a list or a quotation. */
export function* prose(seed: number): Generator<Block> {
  const random = numbers(seed);
  for (;;) {
    const chance = random();
    if (chance < 0.08) yield { type: 'heading', depth: 2, children: [{ type: 'text', value: phrase(random) }] };
    else if (chance < 0.14) {
      const items = Array.from({ length: 4 }, () => ({ type: 'listItem' as const, children: [paragraph(random)] }));
      yield { type: 'list', ordered: false, spread: false, children: items };
    } else if (chance < 0.17) yield { type: 'blockquote', children: [paragraph(random)] };
    else yield paragraph(random);
  }
}

/** Rows of a sheet: names, numbers, dates, codes with an underscore, amounts, a pipe now and then. */
export function* sheetRows(count: number, columns: number): Generator<Row> {
  const random = numbers(7);
  yield Array.from({ length: columns }, (_, column) => `Column ${column + 1}`);
  for (let row = 1; row < count; row += 1) {
    yield Array.from({ length: columns }, (_, column) => cellText(random, row, column));
  }
}

function cellText(random: () => number, row: number, column: number): string {
  const word = words[Math.floor(random() * words.length)] as string;
  switch (column % 5) {
    case 0:
      return String(row);
    case 1:
      return `${word} ${words[row % words.length]}`;
    case 2:
      return (random() * 10_000).toFixed(2);
    case 3:
      return random() < 0.1 ? `${word}_${row}` : `${word}-${row}`;
    default:
      return random() < 0.02 ? `${word} | ${word}` : `2024-0${1 + (row % 9)}-1${row % 10}`;
  }
}
