// MathML to LaTeX (MathML Core and MathML 3): the TeX source where the page kept it, else element by element. Built
// bottom-up over an explicit stack, because formulas nest as deep as their author likes.
import { attribute, type DomElement, elementsIn, textOf, walk } from './dom.ts';
import {
  accentsOver,
  accentsUnder,
  commands,
  functionNames,
  infix,
  largeOperators,
  variants,
} from './mathml-symbols.ts';

interface Part {
  readonly tag: string;
  readonly tex: string;
  /** The characters of a token element: decides how scripts and accents are written. */
  readonly token: string;
}

/** The formula as LaTeX without delimiters; parts nested deeper than `depth` keep their characters only. */
export function mathToLatex(math: DomElement, depth: number): string {
  const source = texSource(math);
  if (source !== undefined) return source;
  const stack: Part[][] = [[]];
  walk(
    math,
    (node) => {
      if (node.kind !== 'element') return 'skip';
      if (node.tag === 'annotation' || node.tag === 'annotation-xml' || node.tag === 'mphantom') return 'skip';
      if (tokens.has(node.tag) || stack.length > depth) {
        stack.at(-1)?.push(tokenPart(node));
        return 'skip';
      }
      stack.push([]);
      return undefined;
    },
    (element) => {
      const children = stack.pop() ?? [];
      stack.at(-1)?.push(combine(element, children));
    },
  );
  return joined(stack[0] ?? []).trim();
}

/** What the author typed, where a generator left it (MathML 3, 5.1: annotations). */
function texSource(math: DomElement): string | undefined {
  for (const element of elementsIn(math)) {
    if (element.tag !== 'annotation') continue;
    if (!/^(?:application\/(?:x-)?(?:la)?tex|(?:la)?tex|text\/x-tex)$/i.test(attribute(element, 'encoding') ?? ''))
      continue;
    const source = withoutStyle(textOf(element).trim());
    if (source !== '') return source;
  }
  const alternative = attribute(math, 'alttext')?.trim() ?? '';
  return /\\[a-zA-Z]/.test(alternative) ? withoutStyle(alternative) : undefined;
}

/** Wikipedia wraps each source in `{\displaystyle ...}`. */
function withoutStyle(source: string): string {
  const inner = /^\{\\(?:displaystyle|textstyle)\b/.test(source) && source.endsWith('}') ? source.slice(1, -1) : source;
  return inner.replace(/^\\(?:displaystyle|textstyle)\b\s*/, '').trim();
}

const tokens = new Set(['mi', 'mn', 'mo', 'mtext', 'ms', 'mspace', 'mglyph', 'none', 'mprescripts']);

function tokenPart(element: DomElement): Part {
  const token = textOf(element)
    .replace(/[ \t\n\r\f]+/g, ' ')
    .trim();
  return { tag: element.tag, token, tex: tokenTex(element, token) };
}

function tokenTex(element: DomElement, token: string): string {
  switch (element.tag) {
    case 'mtext':
      return token === '' || /^\u00a0+$/.test(token) ? '\\ ' : `\\text{${escapeText(token)}}`;
    case 'ms':
      return `\\text{"${escapeText(token)}"}`;
    case 'mspace':
      return Number.parseFloat(attribute(element, 'width') ?? '0') >= 0.5 ? '\\quad ' : '';
    case 'none':
    case 'mprescripts':
      return '';
    case 'mi':
      return identifier(token, attribute(element, 'mathvariant'));
    case 'mo':
      return functionNames.has(token) ? `\\${token}` : spelled(token);
    default:
      return spelled(token);
  }
}

function identifier(token: string, variant: string | undefined): string {
  if (functionNames.has(token)) return `\\${token}`;
  const letters = [...token].length;
  const style = variant === undefined ? undefined : variants.get(variant);
  if (style !== undefined && (letters > 1 || style !== 'mathrm')) return `\\${style}{${spelled(token)}}`;
  return letters > 1 && /^[\p{L}\s]+$/u.test(token) ? `\\mathrm{${spelled(token)}}` : spelled(token);
}

function spelled(token: string): string {
  const pieces: string[] = [];
  for (const character of token) {
    const plain = character.normalize('NFKC');
    pieces.push(commands.get(character) ?? commands.get(plain) ?? plain);
  }
  return glued(pieces);
}

function escapeText(token: string): string {
  return token.replace(/[\\{}$&#%_^~]/g, (character) =>
    character === '\\'
      ? '\\backslash '
      : character === '~' || character === '^'
        ? `\\${character}{}`
        : `\\${character}`,
  );
}

/** Joins so that a command name does not swallow the letter after it. */
function glued(pieces: readonly string[]): string {
  const apart: string[] = [];
  let command = false;
  for (const piece of pieces) {
    if (piece === '') continue;
    if (command && /^[a-zA-Z]/.test(piece)) apart.push(' ');
    apart.push(piece);
    command = /\\[a-zA-Z]+$/.test(piece.slice(-40));
  }
  return apart.join('');
}

function joined(parts: readonly Part[]): string {
  return glued(
    parts.map((part, index) =>
      part.tag === 'mo' && infix.has(part.token) && index > 0 && index < parts.length - 1 ? ` ${part.tex} ` : part.tex,
    ),
  );
}

/** A group in braces; one character needs none as a base. */
const group = (tex: string): string => `{${tex}}`;
const base = (part: Part | undefined): string => {
  const tex = part?.tex ?? '';
  return /^(?:[\p{L}\p{N}]|\\[a-zA-Z]+|[)\]])$/u.test(tex) ? tex : group(tex);
};

function combine(element: DomElement, children: readonly Part[]): Part {
  const made = (tex: string, token = ''): Part => ({ tag: element.tag, tex, token });
  const [a, b, c] = children;
  const tex = (part: Part | undefined): string => part?.tex ?? '';
  switch (element.tag) {
    case 'semantics':
    case 'maction':
      return made(tex(a), a?.token);
    case 'mfrac':
      if (/^0(?:\.0*)?[a-z%]*$/.test(attribute(element, 'linethickness') ?? ''))
        return made(`\\genfrac{}{}{0pt}{}{${tex(a)}}{${tex(b)}}`);
      return made(`\\frac{${tex(a)}}{${tex(b)}}`);
    case 'msqrt':
      return made(`\\sqrt{${joined(children)}}`);
    case 'mroot':
      return made(`\\sqrt[${tex(b)}]{${tex(a)}}`);
    case 'msub':
      return made(`${base(a)}_${group(tex(b))}`);
    case 'msup':
      return made(power(a, b));
    case 'msubsup':
      return made(`${base(a)}_${group(tex(b))}^${group(tex(c))}`);
    case 'munder':
      return made(under(a, b));
    case 'mover':
      return made(over(a, b));
    case 'munderover':
      if (isLarge(a)) return made(`${tex(a)}_${group(tex(b))}^${group(tex(c))}`);
      return made(`\\overset${group(tex(c))}{${under(a, b)}}`);
    case 'mmultiscripts':
      return made(multiscripts(children));
    case 'mtable':
      return made(`\\begin{matrix} ${children.map(tex).join(' \\\\ ')} \\end{matrix}`);
    case 'mtr':
      return made(children.map(tex).join(' & '));
    case 'mlabeledtr':
      return made(children.slice(1).map(tex).join(' & '));
    case 'mfenced':
      return made(fenced(element, children));
    case 'menclose':
      return made(enclosed(element, joined(children)));
    default:
      return children.length === 1 ? made(tex(a), a?.token) : made(row(children));
  }
}

function power(a: Part | undefined, b: Part | undefined): string {
  if (b !== undefined && /^[′'″]+$/.test(b.token)) return base(a) + b.token.replaceAll('″', "''").replaceAll('′', "'");
  return `${base(a)}^${group(b?.tex ?? '')}`;
}

function isLarge(part: Part | undefined): boolean {
  return part !== undefined && (largeOperators.has(part.token) || largeOperators.has(part.token.replaceAll(' ', '')));
}

function under(a: Part | undefined, b: Part | undefined): string {
  if (isLarge(a)) return `${a?.tex ?? ''}_${group(b?.tex ?? '')}`;
  const accent = b === undefined ? undefined : accentsUnder.get(b.token);
  if (accent !== undefined) return `\\${accent}${group(a?.tex ?? '')}`;
  // The label of a brace below: \underbrace{x}_{label}.
  if (a?.tex.startsWith('\\underbrace') === true) return `${a.tex}_${group(b?.tex ?? '')}`;
  return `\\underset${group(b?.tex ?? '')}${group(a?.tex ?? '')}`;
}

function over(a: Part | undefined, b: Part | undefined): string {
  if (isLarge(a)) return `${a?.tex ?? ''}^${group(b?.tex ?? '')}`;
  const accent = b === undefined ? undefined : accentsOver.get(b.token);
  if (accent !== undefined) {
    const wide = (a?.tex.length ?? 0) > 1 && !/^\\[a-zA-Z]+$/.test(a?.tex ?? '');
    const name =
      wide && (accent === 'hat' || accent === 'tilde')
        ? `wide${accent}`
        : wide && accent === 'bar'
          ? 'overline'
          : accent;
    return `\\${name}${group(a?.tex ?? '')}`;
  }
  if (a?.tex.startsWith('\\overbrace') === true) return `${a.tex}^${group(b?.tex ?? '')}`;
  return `\\overset${group(b?.tex ?? '')}${group(a?.tex ?? '')}`;
}

/** MathML 3, 3.4.7: base, then pairs of scripts, then pairs that stand before the base. */
function multiscripts(children: readonly Part[]): string {
  const [first, ...rest] = children;
  const split = rest.findIndex((part) => part.tag === 'mprescripts');
  const after = split < 0 ? rest : rest.slice(0, split);
  const before = split < 0 ? [] : rest.slice(split + 1);
  const scripts = (parts: readonly Part[]): string => {
    let tex = '';
    for (let at = 0; at < parts.length; at += 2) {
      const low = parts[at]?.tex ?? '';
      const high = parts[at + 1]?.tex ?? '';
      if (at > 0) tex += '{}';
      if (low !== '') tex += `_${group(low)}`;
      if (high !== '') tex += `^${group(high)}`;
    }
    return tex;
  };
  const leading = scripts(before);
  return `${leading === '' ? '' : `{}${leading}`}${base(first)}${scripts(after)}`;
}

const openers = new Set(['(', '[', '{', '|', '‖', '⟨', '⌈', '⌊', '∥']);
const closers = new Set([')', ']', '}', '|', '‖', '⟩', '⌉', '⌋', '∥']);

/** Fences around a matrix or a fraction grow with it. */
function row(children: readonly Part[]): string {
  const first = children[0];
  const last = children.at(-1);
  const tall = children.some((part) => part.tag === 'mtable' || /\\(?:frac|begin)\b/.test(part.tex));
  if (!tall || first?.tag !== 'mo' || !openers.has(first.token)) return joined(children);
  const closed = last !== first && last?.tag === 'mo' && closers.has(last.token);
  const table = children.some((part) => part.tag === 'mtable');
  if (!closed && !table) return joined(children);
  const inner = joined(children.slice(1, closed ? -1 : undefined));
  return `\\left${first.tex} ${inner} \\right${closed ? (last?.tex ?? '.') : '.'}`;
}

function fenced(element: DomElement, children: readonly Part[]): string {
  const open = spelled(attribute(element, 'open') ?? '(');
  const close = spelled(attribute(element, 'close') ?? ')');
  const separators = [...(attribute(element, 'separators') ?? ',').replace(/\s/g, '')];
  const pieces = children.map((part, index) => {
    const separator = index === 0 ? undefined : separators[Math.min(index - 1, separators.length - 1)];
    return separator === undefined ? part.tex : `${spelled(separator)} ${part.tex}`;
  });
  const inner = glued(pieces);
  return `\\left${open === '' ? '.' : open} ${inner} \\right${close === '' ? '.' : close}`;
}

function enclosed(element: DomElement, inner: string): string {
  const notation = attribute(element, 'notation') ?? 'longdiv';
  if (/radical/.test(notation)) return `\\sqrt{${inner}}`;
  if (/strike/.test(notation)) return `\\cancel{${inner}}`;
  if (/box|circle/.test(notation)) return `\\boxed{${inner}}`;
  if (/top/.test(notation)) return `\\overline{${inner}}`;
  if (/bottom/.test(notation)) return `\\underline{${inner}}`;
  return inner;
}
