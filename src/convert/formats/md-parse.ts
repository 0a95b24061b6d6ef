// Markdown text to mdast: CommonMark, GFM, front matter and math, with the one reading of `$` that does not eat prices.
import type { Root } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { frontmatterFromMarkdown } from 'mdast-util-frontmatter';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { mathFromMarkdown } from 'mdast-util-math';
import { frontmatter } from 'micromark-extension-frontmatter';
import { gfm } from 'micromark-extension-gfm';
import { math } from 'micromark-extension-math';

type SyntaxExtension = ReturnType<typeof math>;
type Constructs = NonNullable<NonNullable<SyntaxExtension['text']>[string]>;
type Construct = Exclude<Constructs, readonly unknown[] | unknown[]>;

const dollar = 36;

/**
 * Math between single dollars as pandoc and GitHub read it: no space inside the dollars, no digit after the last one.
 * "from $5 to $10" stays text.
 */
function carefulMath(): SyntaxExtension {
  const syntax = math();
  const inline = syntax.text?.[dollar] as Construct;
  const guarded: Construct = {
    ...inline,
    tokenize(effects, ok, nok) {
      const start = this.now();
      return inline.tokenize.call(
        this,
        effects,
        (code) => {
          const raw = this.sliceSerialize({ start, end: this.now() });
          const single = raw[1] !== '$';
          const prose = /^\$\s|\s\$$/.test(raw) || (code !== null && code >= 48 && code <= 57);
          return single && prose ? nok(code) : ok(code);
        },
        nok,
      );
    },
  };
  return { ...syntax, text: { ...syntax.text, [dollar]: guarded } };
}

const body = [gfm(), carefulMath()];
const bodyTree = [gfmFromMarkdown(), mathFromMarkdown()];
const withFront = [...body, frontmatter(['yaml', 'toml'])];
const withFrontTree = [...bodyTree, frontmatterFromMarkdown(['yaml', 'toml'])];

/** `front`: the text begins the document, so that front matter may stand there. */
export function parseMarkdown(text: string, front: boolean): Root {
  return fromMarkdown(text, {
    extensions: front ? withFront : body,
    mdastExtensions: front ? withFrontTree : bodyTree,
  });
}
