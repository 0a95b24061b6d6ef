// Whether LaTeX can be typeset, asked of KaTeX.
import { micromark } from 'micromark';
import { math, mathHtml } from 'micromark-extension-math';

/** Throws where KaTeX cannot read the formula. */
export function typeset(tex: string): string {
  const text = `$$\n${tex}\n$$\n`;
  return micromark(text, {
    extensions: [math()],
    htmlExtensions: [mathHtml({ throwOnError: true, strict: 'ignore' })],
  });
}
