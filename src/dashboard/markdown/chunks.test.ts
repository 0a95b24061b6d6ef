// Pieces of Markdown: nothing is lost or doubled, blocks stay whole, tables keep their head, bytes are counted right.
import { expect, test } from 'vitest';
import { byteLength, type Chunk, chunksOf } from './chunks.ts';

const own = ({ text, added }: Chunk): string => text.slice(added);

test('joined again the pieces are the whole', () => {
  const markdown = Array.from({ length: 500 }, (_, n) => `# Part ${n}\n\nÄ paragraph — with words ${n} 🦉.\n\n`).join(
    '',
  );
  const chunks = [...chunksOf(markdown, 700)];
  expect(chunks.length).toBeGreaterThan(20);
  expect(chunks.map(own).join('')).toBe(markdown);
});

test('each piece knows at which byte of the whole it begins', () => {
  const markdown = 'Ünïcödé 🦉 words\n\n'.repeat(200);
  let bytes = 0;
  for (const chunk of chunksOf(markdown, 300)) {
    expect(chunk.byteStart).toBe(bytes);
    bytes += byteLength(own(chunk));
  }
  expect(bytes).toBe(byteLength(markdown));
});

test('a cut never falls inside fenced code', () => {
  const code = `\`\`\`js\n${'line\n\n'.repeat(300)}\`\`\`\n\n`;
  for (const { text } of chunksOf(`Text.\n\n${code}More text.\n\n${code}`, 500)) {
    expect(text.match(/^```/gm)?.length ?? 0).toSatisfy((count: number) => count % 2 === 0);
  }
});

test('a long table goes on under its own head', () => {
  const head = '| a | b |\n| --- | --- |\n';
  const rows = Array.from({ length: 400 }, (_, n) => `| ${n} | value |\n`).join('');
  const chunks = [...chunksOf(`${head}${rows}\nAfter.\n`, 600)];
  expect(chunks.length).toBeGreaterThan(5);
  for (const chunk of chunks.slice(1, -1)) {
    expect(chunk.text.startsWith(head)).toBe(true);
    expect(chunk.added).toBe(head.length);
  }
  expect(chunks.map(own).join('')).toBe(`${head}${rows}\nAfter.\n`);
});

test('items of a list stay together as long as that is reasonable', () => {
  const list = Array.from({ length: 40 }, (_, n) => `- item ${n}\n\n  its second paragraph\n\n`).join('');
  const [first] = chunksOf(`${list}A paragraph.\n\n${'Tail.\n\n'.repeat(300)}`, 600);
  expect(first?.text.endsWith('its second paragraph\n\n')).toBe(true);
  expect(first?.text).toContain('- item 39');
});

test('text without any line break is cut all the same, between characters', () => {
  const chunks = [...chunksOf('🦉'.repeat(50_000), 501)];
  expect(chunks.length).toBeGreaterThan(5);
  expect(chunks.every(({ text }) => text.isWellFormed())).toBe(true);
});
