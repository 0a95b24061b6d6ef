// PDFs of any length for timing: chapters of dense prose in several fonts, headings and tables with rules.
import { line, pdfOf, Typist } from '../../test/support/pdf-document.ts';
import { randomNumbers } from '../../test/support/random-numbers.ts';

const words = (
  'the mill river stone wheel grain flour water gate morning evening valley bends turns carries grinds measures keeps ' +
  'old new first second their her every before after between without slowly often never heavy bright quiet narrow'
).split(' ');

export function samplePdf(pages: number): Buffer {
  const random = randomNumbers(pages);
  const sentence = (length: number): string => {
    const text = Array.from({ length }, () => words[Math.floor(random() * words.length)] ?? '').join(' ');
    return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
  };
  const paragraph = (sentences: number): string =>
    Array.from({ length: sentences }, () => sentence(8 + Math.floor(random() * 14))).join(' ');
  return pdfOf(
    Array.from({ length: pages }, (_, at) => {
      const typist = new Typist(72, 700, 468);
      if (at % 8 === 0) typist.heading(`${1 + at / 8}. ${sentence(4).slice(0, -1)}`, 20);
      for (let section = 0; typist.y > 150; section += 1) {
        if (section % 3 === 0) typist.heading(sentence(5).slice(0, -1), 13);
        if (section % 4 === 3 && typist.y > 280) typist.table(tableRows(random));
        else typist.paragraph(paragraph(5), 10, section % 4 === 2 ? 'F5' : 'F3');
      }
      typist.content += line(72, 760, 'The book of the mill', 8, 'F5') + line(300, 40, String(at + 1), 8, 'F3');
      return { content: typist.content };
    }),
    { packed: 100 },
  );
}

function tableRows(random: () => number): string[][] {
  const cell = (): string => (random() * 1000).toFixed(2);
  return [
    ['Measure', 'Wheat', 'Rye', 'Barley'],
    ...Array.from({ length: 6 }, (_, at) => [`Day ${at + 1}`, cell(), cell(), cell()]),
  ];
}
