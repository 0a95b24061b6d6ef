// Numbers as fractions: `# ?/?`, `??/16` and their like. `numfmt` takes the whole part of what lies just below the next
// whole number for that number, which makes 6 31/32 of 5 31/32; what is not of these shapes is left to it all the same.

interface Section {
  readonly before: string;
  readonly after: string;
  /** Whole numbers stand apart from the fraction. */
  readonly mixed: boolean;
  /** A nought stands where there is no whole part. */
  readonly nought: boolean;
  /** The denominator is that, or at most that. */
  readonly denominator: number;
  readonly fixed: boolean;
}

const mark = '\\\\.|"[^"]*"|[_*].|[-+()$€£¥ ]';
const shape = new RegExp(
  `^((?:${mark}|\\[[A-Za-z]{3,7}\\d{0,2}\\])*)(?:([#?0]{1,20})(?:\\\\ |"[ ]{1,9}"| ){1,9})?[#?]{1,9}/(?:([#?]{1,5})|([1-9]\\d{0,4}))((?:${mark})*)$`,
);

/** Wholes beyond this lose their fraction to the double itself. */
const largest = 1e9;
/** Closer than this a fraction is taken for the number. */
const near = 1e-10;

/** A function for a format of one or two sections, or nothing when it is none of these; it may decline a number. */
export function fractions(pattern: string): ((value: number) => string | undefined) | undefined {
  const sections = pattern.split(';').map(sectionOf);
  const [positive, negative] = sections;
  if (positive === undefined || sections.length > 2 || sections.includes(undefined)) return undefined;
  return (value) => {
    const size = Math.abs(value);
    if (!(size < largest)) return undefined;
    if (value >= 0) return shown(positive, size);
    if (negative !== undefined) return shown(negative, size);
    const text = shown(positive, size);
    return text === shown(positive, 0) ? text : `-${text}`;
  };
}

function sectionOf(pattern: string): Section | undefined {
  const parts = shape.exec(pattern);
  if (parts === null) return undefined;
  const [, before = '', whole, digits, fixed, after = ''] = parts;
  return {
    before: literal(before),
    after: literal(after),
    mixed: whole !== undefined,
    nought: whole?.includes('0') === true,
    denominator: fixed === undefined ? 10 ** (digits as string).length - 1 : Number(fixed),
    fixed: fixed !== undefined,
  };
}

/** What the marks around the number show; spaces that only align figures are not content. */
const literal = (marks: string): string =>
  marks.replace(
    /\[[^\]]{0,20}\]|[_*].|\\(.)|"([^"]*)"/g,
    (_, one: string | undefined, text: string | undefined) => one ?? text ?? '',
  );

function shown(section: Section, size: number): string {
  const { mixed, denominator: most, fixed } = section;
  let whole = Math.floor(size);
  const rest = size - whole;
  let [over, under] = fixed ? [Math.round(rest * most), most] : convergent(rest, most);
  if (!mixed) return `${section.before}${whole * under + over}/${under}${section.after}`.trim();
  if (over === under) {
    whole += 1;
    [over, under] = [0, 1];
  }
  const fraction = over === 0 ? '' : `${over}/${under}`;
  const figures = whole === 0 && !section.nought && fraction !== '' ? '' : String(whole);
  return `${section.before}${[figures, fraction].filter((one) => one !== '').join(' ')}${section.after}`.trim();
}

/** The last convergent of the continued fraction whose denominator is small enough: what Excel takes. */
function convergent(value: number, most: number): [over: number, under: number] {
  let [over, under, lastOver, lastUnder] = [0, 1, 1, 0];
  for (let rest = value; Math.abs(value - over / under) > near; ) {
    const inverse = 1 / rest;
    const term = Math.floor(inverse);
    const [nextOver, nextUnder] = [term * over + lastOver, term * under + lastUnder];
    if (!(nextUnder <= most)) break;
    [over, under, lastOver, lastUnder] = [nextOver, nextUnder, over, under];
    rest = inverse - term;
  }
  return [over, under];
}
