// Figures that a font draws small and high: marks of notes are small figures above the line, squares stay what they are.
import { expect, test } from 'vitest';
import { line, pdfOf } from '../../../../test/support/pdf-document.ts';
import { convert } from '../../index.ts';

const text = (y: number, said: string, size = 11): string => line(72, y, said, size);

async function markdown(...lines: readonly string[]): Promise<string> {
  const content = Buffer.from(lines.join(''), 'latin1');
  return (await convert(pdfOf([{ content }]))).markdown;
}

test('the mark of a note leads to it', async () => {
  const shown = await markdown(
    text(700, 'The hay of that summer was the best that anybody had seen in years.\xb9 There was'),
    text(686, 'more of it than the barns could hold, and it had to be left in the fields for weeks.'),
    text(100, '\xb9See the letters of the farmer, in which he says so more than once.', 8),
  );
  expect(shown).toContain('in years.[^1-1] There was');
  expect(shown).toContain('[^1-1]: See the letters of the farmer');
});

test.each(['summer\xb9 was', 'summer \xb9 was', 'sun\xb9 was'])(
  'a mark after a word leads to its note too: %s',
  async (said) => {
    const shown = await markdown(
      text(700, `The hay of that ${said} the best that anybody had seen, and there was`),
      text(686, 'more of it than the barns could hold, and it had to be left in the fields for weeks.'),
      text(100, '\xb9See the letters of the farmer, in which he says so more than once.', 8),
    );
    expect(shown).toContain(said.replace('\xb9', '[^1-1]'));
    expect(shown).toContain('[^1-1]: See the letters of the farmer');
  },
);

test('squares, plain figures and those before a sign are left alone', async () => {
  const said = 'It has 20 m\xb2 of floor, in room A4 on page 3. Of v1.2 nothing is known, nor of 3x.';
  expect(await markdown(text(700, said))).toContain(
    'It has 20 m² of floor, in room A4 on page 3. Of v1.2 nothing is known, nor of 3x.',
  );
});
