// Characters of Office formulas and how LaTeX writes them: the table that MathML uses too, and what only Office needs.
// Data only; every command is one that amsmath, amssymb or KaTeX knows.
import { pairs, commands as shared } from '../html/mathml-symbols.ts';

/** Every character that LaTeX does not write as itself. Spaces are decided by what stands around them, not here. */
export const symbols: ReadonlyMap<string, string> = new Map([
  ...shared,
  ...pairs(`϶backepsilon ϝdigamma ∊in ∍ni ⋲in ℧mho ℩iota ℷgimel ℸdaleth ℇmathcal{E} ∁complement ∡measuredangle
    ∢sphericalangle ‵backprime ⊲triangleleft ⊳triangleright ⊴trianglelefteq ⊵trianglerighteq ⋇divideontimes
    ∔dotplus ⊚circledcirc ⊛circledast ⊝circleddash ⊟boxminus ⊡boxdot ⋋leftthreetimes ⋌rightthreetimes ⋎curlyvee
    ⋏curlywedge ⊺intercal ⊻veebar ⊼barwedge ⩞doublebarwedge ⋐Subset ⋑Supset ⋒Cap ⋓Cup ⊽mathbin{\\overline{\\vee}}
    ∽backsim ≊approxeq ≏bumpeq ≎Bumpeq ≑doteqdot ≒fallingdotseq ≓risingdotseq ≖eqcirc ≗circeq ≬between ⋍backsimeq
    ≶lessgtr ≷gtrless ⋚lesseqgtr ⋛gtreqless ⋘lll ⋙ggg ⋖lessdot ⋗gtrdot ⩽leqslant ⩾geqslant ⪅lessapprox ⪆gtrapprox
    ≼preccurlyeq ≽succcurlyeq ≾precsim ≿succsim ⋞curlyeqprec ⋟curlyeqsucc ⊩Vdash ⊪Vvdash ⊬nvdash ⊭nvDash
    ⋔pitchfork ≁nsim ≇ncong ≨lneqq ≩gneqq ⊀nprec ⊁nsucc ⊈nsubseteq ⊉nsupseteq ⋪ntriangleleft ⋫ntriangleright
    ↚nleftarrow ↮nleftrightarrow ⇍nLeftarrow ⇏nRightarrow ⇎nLeftrightarrow ↞twoheadleftarrow ↢leftarrowtail
    ↣rightarrowtail ↫looparrowleft ↬looparrowright ↭leftrightsquigarrow ↰Lsh ↱Rsh ↶curvearrowleft ↷curvearrowright
    ↺circlearrowleft ↻circlearrowright ↽leftharpoondown ↾upharpoonright ↿upharpoonleft ⇂downharpoonright
    ⇃downharpoonleft ⇆leftrightarrows ⇇leftleftarrows ⇈upuparrows ⇉rightrightarrows ⇊downdownarrows
    ⇋leftrightharpoons ⇕Updownarrow ⇚Lleftarrow ⇛Rrightarrow ∛sqrt[3]{} ∜sqrt[4]{}
    ∯oiint ∰oiiint ⊸multimap ⋆star ★bigstar ◆blacklozenge ◊lozenge ▲blacktriangle ▼blacktriangledown
    ◀blacktriangleleft ▶blacktriangleright ▴blacktriangle ○bigcirc ●bullet •bullet ⬚square ☐square ✓checkmark
    ✠maltese ®circledR ⓈcircledS ⌜ulcorner ⌝urcorner ⌞llcorner ⌟lrcorner ⎰lmoustache ⎱rmoustache
    ⟮lgroup ⟯rgroup ∎blacksquare §text{§} ¶text{¶} £pounds ¥yen
    ⊄not\\subset ⊅not\\supset ≉not\\approx ≄not\\simeq ≢not\\equiv ∌not\\ni ⊮not\\Vdash
    ≭not\\asymp ≴not\\lesssim ≵not\\gtrsim ⋠not\\preccurlyeq ⋡not\\succcurlyeq ⟂perp`),
  // Greek capitals and omicrons look like Latin letters, and LaTeX has no names for them.
  ...[...'ΑAΒBΕEΖZΗHΙIΚKΜMΝNΟOοoΡPΤTΧX'.matchAll(/(.)(.)/gu)].map(([, greek, latin]): [string, string] => [
    greek ?? '',
    `\\mathrm{${latin}}`,
  ]),
  ['ø', '\\text{ø}'],
  ['Ø', '\\text{Ø}'],
  ['ο', 'o'],
  ['⋰', '\\text{⋰}'],
  ['′', "'"],
  ['″', "''"],
  ['‴', "'''"],
  ['⁗', "''''"],
  ['’', "'"],
  ['‘', '`'],
  ['“', '\\text{“}'],
  ['”', '\\text{”}'],
  ['^', '\\hat{}'],
  ['‖', '\\|'],
  ['≕', '=:'],
  ['≝', '\\overset{\\text{def}}{=}'],
  ['≞', '\\overset{\\text{m}}{=}'],
  ['≟', '\\overset{?}{=}'],
  ['‒', '-'],
  ['‑', '-'],
  ['—', '\\text{—}'],
  ['―', '\\text{―}'],
  ['²', '^{2}'],
  ['³', '^{3}'],
  ['¹', '^{1}'],
  ['\u00ad', ''],
  ['\u200c', ''],
  ['\u200d', ''],
  ['\u2060', ''],
  ['\ufe00', ''],
  ['\ufe0e', ''],
  ['\ufe0f', ''],
]);

const raised = '⁰0¹1²2³3⁴4⁵5⁶6⁷7⁸8⁹9⁺+⁻-⁼=⁽(⁾)ⁿnⁱi';
const lowered = '₀0₁1₂2₃3₄4₅5₆6₇7₈8₉9₊+₋-₌=₍(₎)ₐaₑeₕhᵢiⱼjₖkₗlₘmₙnₒoₚpᵣrₛsₜtᵤuᵥvₓx';
const scriptPairs = (list: string, mark: '^' | '_'): [string, readonly [string, string]][] =>
  [...list.matchAll(/(.)(.)/gu)].map(([, sign, plain]) => [sign ?? '', [mark, plain ?? '']]);

/** Digits and letters that are scripts by themselves. */
export const scriptCharacters: ReadonlyMap<string, readonly [string, string]> = new Map([
  ...scriptPairs(raised, '^'),
  ...scriptPairs(lowered, '_'),
]);

/** Operators between two sides; LaTeX spaces them, the source is easier to read with spaces too. */
export const infixCharacters = new Set(
  `= + - − ± ∓ × ÷ < > ≤ ≥ ≦ ≧ ≪ ≫ ≠ ≡ ≢ ≈ ≉ ≅ ≃ ∼ ~ ≐ ≔ ≕ ≝ ≜ ≟ ∝ ≺ ≻ ⪯ ⪰ ⊂ ⊃ ⊄ ⊅ ⊆ ⊇ ⊊ ⊋ ∈ ∉ ∋ ∩ ∪ ∖ ∧ ∨ ⊕ ⊖ ⊗ ⊙ ∘ ⋅ ·
  → ← ↔ ⇒ ⇐ ⇔ ↦ ⟶ ⟵ ⟷ ⟹ ⟸ ⟺ ⇌ ⊢ ⊨ ⊥ ∥ ≲ ≳ ⩽ ⩾`.split(/\s+/),
);

/** These are signs of what follows when nothing stands before them. */
export const signCharacters = new Set(['+', '-', '−', '–', '‐', '‑', '±', '∓']);

export interface NaryOperator {
  readonly name: string;
  /** LaTeX's display style sets the limits beside it, not below and above. */
  readonly beside: boolean;
}
const naryPairs = (list: string, beside: boolean): [string, NaryOperator][] =>
  pairs(list).map(([sign, name]) => [sign, { name, beside }]);

export const naryOperators: ReadonlyMap<string, NaryOperator> = new Map([
  ...naryPairs(
    `∑sum Σsum ∏prod Πprod ∐coprod ⋂bigcap ∩bigcap ⋃bigcup ∪bigcup ⋀bigwedge ⋁bigvee ⨀bigodot ⨁bigoplus ⨂bigotimes
    ⨄biguplus ⨆bigsqcup`,
    false,
  ),
  ...naryPairs('∫int ∬iint ∭iiint ∮oint ∯oiint ∰oiiint', true),
]);

export type Accent = readonly [narrow: string, wide?: string];

/** ECMA-376 part 1, 22.1.2.1 (acc): the combining mark, its command for one letter, and the wide form where there is one. */
export const accents: ReadonlyMap<string, Accent> = new Map<string, Accent>([
  ['\u0300', ['\\grave']],
  ['\u0301', ['\\acute']],
  ['\u0302', ['\\hat', '\\widehat']],
  ['\u0303', ['\\tilde', '\\widetilde']],
  ['\u0304', ['\\bar', '\\overline']],
  ['\u0305', ['\\overline']],
  ['\u0306', ['\\breve']],
  ['\u0307', ['\\dot']],
  ['\u0308', ['\\ddot']],
  ['\u030a', ['\\mathring']],
  ['\u030c', ['\\check']],
  ['\u0331', ['\\underline']],
  ['\u0332', ['\\underline']],
  ['\u20d6', ['\\overleftarrow']],
  ['\u20d7', ['\\vec', '\\overrightarrow']],
  ['\u20db', ['\\dddot']],
  ['\u20dc', ['\\ddddot']],
  ['\u20e1', ['\\overleftrightarrow']],
  ['^', ['\\hat', '\\widehat']],
  ['ˆ', ['\\hat', '\\widehat']],
  ['~', ['\\tilde', '\\widetilde']],
  ['˜', ['\\tilde', '\\widetilde']],
  ['¯', ['\\bar', '\\overline']],
  ['‾', ['\\overline']],
  ['ˉ', ['\\bar', '\\overline']],
  ['˘', ['\\breve']],
  ['˙', ['\\dot']],
  ['¨', ['\\ddot']],
  ['˚', ['\\mathring']],
  ['ˇ', ['\\check']],
  ['`', ['\\grave']],
  ['´', ['\\acute']],
  ['→', ['\\vec', '\\overrightarrow']],
  ['←', ['\\overleftarrow']],
  ['↔', ['\\overleftrightarrow']],
]);

/** Group characters (22.1.2.41) above and below what they group. */
export const groupsAbove: ReadonlyMap<string, string> = new Map([
  ['⏞', '\\overbrace'],
  ['︷', '\\overbrace'],
  ['→', '\\overrightarrow'],
  ['←', '\\overleftarrow'],
  ['↔', '\\overleftrightarrow'],
  ['¯', '\\overline'],
  ['‾', '\\overline'],
  ['\u0305', '\\overline'],
]);
export const groupsBelow: ReadonlyMap<string, string> = new Map([
  ['⏟', '\\underbrace'],
  ['︸', '\\underbrace'],
  ['→', '\\xrightarrow'],
  ['←', '\\xleftarrow'],
  ['↔', '\\xleftrightarrow'],
  ['⇒', '\\xRightarrow'],
  ['⇐', '\\xLeftarrow'],
  ['⇔', '\\xLeftrightarrow'],
  ['_', '\\underline'],
  ['\u0332', '\\underline'],
]);

/** What may follow \left, \middle and \right. */
export const fences: ReadonlyMap<string, string> = new Map([
  ...[...'()[]|/'].map((sign): [string, string] => [sign, sign]),
  ...pairs(`{{ }} ‖| ∥| ∣vert ⟨langle ⟩rangle 〈langle 〉rangle 〈langle 〉rangle <langle >rangle ⌈lceil ⌉rceil ⌊lfloor ⌋rfloor
    ↑uparrow ↓downarrow ↕updownarrow ⇑Uparrow ⇓Downarrow ⇕Updownarrow ⎰lmoustache ⎱rmoustache ⟮lgroup ⟯rgroup`),
  ['\\', '\\backslash'],
  ['│', '|'],
  ['⁄', '/'],
]);
