// Character names of the ISO and HTML sets (`&eacute;`, `&mdash;`) in XML without its DTD: documents older than UTF-8
// use them everywhere. A fixed list that yields one or two characters each, so nothing can grow.
import { parseFragment } from 'parse5';

/** Distinct names remembered; looking one up again costs little. */
const remembered = 5_000;

/** A lookup for one document; undefined for a name the lists do not have. */
export function namedCharacters(onUnknown: (name: string) => void): (name: string) => string | undefined {
  const known = new Map<string, string | undefined>();
  return (name) => {
    if (known.has(name)) return known.get(name);
    const value = lookUp(name);
    if (value === undefined) onUnknown(name);
    if (known.size < remembered) known.set(name, value);
    return value;
  };
}

/** ISO 8879, the Greek letters set: the one set of documents in English and German that HTML left out. */
const greek = new Map(
  'agr:α bgr:β ggr:γ dgr:δ egr:ε zgr:ζ eegr:η thgr:θ igr:ι kgr:κ lgr:λ mgr:μ ngr:ν xgr:ξ ogr:ο pgr:π rgr:ρ sfgr:ς sgr:σ tgr:τ ugr:υ phgr:φ khgr:χ psgr:ψ ohgr:ω'
    .split(' ')
    .flatMap((pair): [string, string][] => {
      const [name = '', letter = ''] = pair.split(':');
      const upper = name[0]?.toUpperCase() + name.slice(1);
      return [
        [name, letter],
        [/^(?:ee|th|ph|kh|ps|oh)/.test(name) ? `${name.slice(0, 2).toUpperCase()}gr` : upper, letter.toUpperCase()],
      ];
    }),
);

/** The HTML parser holds the list of names (WHATWG HTML, 13.5), the ISO 8879 sets among them. */
function lookUp(name: string): string | undefined {
  if (!/^[A-Za-z][A-Za-z0-9]{0,40}$/.test(name)) return undefined;
  const letter = greek.get(name);
  if (letter !== undefined) return letter;
  const written = `&${name};`;
  const [node] = parseFragment(written).childNodes;
  return node !== undefined && 'value' in node && !node.value.endsWith(';') ? node.value : undefined;
}
