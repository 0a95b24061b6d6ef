// Characters of symbol fonts as Unicode. Files write them as codes 0x20-0xFF, plain or in the private area at U+F000
// (ECMA-376 part 1, 17.3.3.30); the tables follow the glyphs, with the usual character where several look alike.
import type { SymbolFont } from './fonts.ts';

/** Characters from a code on, one after the other. */
type Range = readonly [from: number, characters: string];

const ranges: Readonly<Record<SymbolFont, readonly Range[]>> = {
  symbol: [
    [0x20, ' !∀#∃%&∋()∗+,−./0123456789:;<=>?≅ΑΒΧΔΕΦΓΗΙϑΚΛΜΝΟΠΘΡΣΤΥςΩΞΨΖ[∴]⊥_‾αβχδεφγηιϕκλμνοπθρστυϖωξψζ{|}∼'],
    [0xa0, '€ϒ′≤⁄∞ƒ♣♦♥♠↔←↑→↓°±″≥×∝∂•÷≠≡≈…⏐⎯↵ℵℑℜ℘⊗⊕∅∩∪⊃⊇⊄⊂⊆∈∉∠∇®©™∏√⋅¬∧∨⇔⇐⇑⇒⇓◊⟨®©™∑⎛⎜⎝⎡⎢⎣⎧⎨⎩⎪'],
    [0xf1, '⟩∫⌠⎮⌡⎞⎟⎠⎤⎥⎦⎫⎬⎭'],
  ],
  wingdings: [
    [
      0x20,
      ' ✏✂✁👓🕭🕮🕯🕿✆🖂🖃📪📫📬📭📁📂📄🗏🗐🗄⌛🖮🖰🖲🖳🖴🖫🖬✇✍🖎✌👌👍👎☜☞☝☟🖐☺😐☹💣☠🏳🏱✈☼💧❄🕆✞🕈✠✡☪☯ॐ☸♈♉♊♋♌♍♎♏♐♑♒♓🙰🙵●🔾■□🞐❑❒⬧⧫◆❖⬥☒⮹⌘🏵🏶🙶🙷',
    ],
    [
      0x80,
      '⓪①②③④⑤⑥⑦⑧⑨⑩⓿❶❷❸❹❺❻❼❽❾❿🙢🙠🙡🙣🙞🙜🙝🙟·•▪○🞆🞈◉◎🔿▪☐🟂✦★✶✴✹✵⯐⌖⟡⌑⯑✪✰🕐🕑🕒🕓🕔🕕🕖🕗🕘🕙🕚🕛⮰⮱⮲⮳⮴⮵⮶⮷🙪🙫🙕🙔🙗🙖🙐🙑🙒🙓⌫⌦⮘➢⮙⮛⮈➲⮉⮋←→↑↓↖↗↙↘⬅➔⬆⬇⬉⬈⬋⬊⇦⇨⇧⇩⬄⇳⬁⬀⬃⬂▭▫✘✔☒☑',
    ],
  ],
  wingdings2: [
    [0x20, ' 🖊🖋🖌🖍✄✀🕾🕽🗅🗆🗇🗈🗉🗊🗋🗌🗍📋🗑🗔🖵🖶🖷🖸🖭🖯🖱🖒🖓🖘🖙🖚🖛👈👉🖜🖝🖞🖟🖠🖡👆👇🖢🖣🖑✗✓☒☑☒☒⮾⮿⦸⊗🙱🙴🙲🙳‽🙹🙺🙻🙦🙤🙥🙧🙚🙘🙙🙛⓪①②③④⑤⑥⑦⑧⑨⑩⓿❶❷❸❹❺❻❼❽❾❿'],
    [0x80, '☉🌕☽☾⸿✝🕇🕜🕝🕞🕟🕠🕡🕢🕣🕤🕥🕦🕧🙨🙩⋅🞄•●●🞅🞇🞉⊙⦿🞌🞍■■□🞑🞒🞓🞔▣🞕🞖🞗⬩⬥◆◇🞚◈🞛🞜🞝⬪⬧◊🞠◖◗⯊⯋■▬⬟⯂⬣⬢⬠⭓🞡✚🞢🞣🞤🞥'],
  ],
  wingdings3: [
    [0x21, '←→↑↓↖↗↙↘⭰⭲⭱⭳⭶⭸⭻⭽↔↕⭪⭬⭫⭭⭍'],
    [0x70, '▲▼△▽◀▶◁▷◣◢◤◥◂▸▴'],
  ],
  webdings: [
    [
      0x20,
      ' 🕷🕸🕲🕶🏆🎖🖇🗨🗩🗰🗱🌶🎗🙾🙼🗕🗖🗗⏴⏵⏶⏷⏪⏩⏮⏭⏸⏹⏺🗚🗳🛠🏗🏘🏙🏚🏜🏭🏛🏠🏖🏝🛣🔍🏔👁👂🏞🏕🛤🏟🛳🕬🕫🕨🔈🎔🎕🗬🙽🗭🗪🗫⮔✔🚲□🛡📦🛱■🚑ℹ🛩🛰🟈🕴●🛥🚔🗘✖❓🛲🚇🚍⛳⛔⊖🚭🗮|🗯🗲',
    ],
  ],
  // What MathType draws with beside Symbol; its accents are left out.
  mtextra: [
    [0x3a, '∼≃⊲≪⊳≫≜≙≐∐'],
    [0x49, '∩℧…⋯⋮⋰⋱∥∵∡∢'],
    [0x55, '∪△□▭▱↗↙'],
    [0x5d, '↘↖'],
    [0x60, '‵↦↕⇕○⊙≻'],
    [0x68, 'ℏ'],
    [0x6c, 'ℓ∓'],
    [0x6f, '∘≺'],
    [0x80, '⇄'],
    [0x83, '⇌'],
    [0xa1, 'ℝℤℂℚℕ'],
  ],
};

const tables = new Map<SymbolFont, ReadonlyMap<number, string>>();

function tableOf(font: SymbolFont): ReadonlyMap<number, string> {
  let table = tables.get(font);
  if (table === undefined) {
    table = new Map(
      ranges[font].flatMap(([from, characters]) => Array.from(characters, (one, at) => [from + at, one] as const)),
    );
    tables.set(font, table);
  }
  return table;
}

/** The character a code stands for; undefined when the font has none that is known. */
export function symbolOf(font: SymbolFont, code: number): string | undefined {
  return tableOf(font).get(code >= 0xf000 && code <= 0xf0ff ? code - 0xf000 : code);
}

/** Text that was set in a symbol font, as it is shown; codes that are not known become U+FFFD. */
export function symbolText(value: string, font: SymbolFont, onUnknown: () => void): string {
  let text = '';
  for (const character of value) {
    const code = character.codePointAt(0) ?? 0;
    const found = symbolOf(font, code);
    // Letters that the font does not have were shown in another one.
    const foreign = code > 0xff && (code < 0xf000 || code > 0xf0ff);
    if (found === undefined && !foreign) onUnknown();
    text += found ?? (foreign ? character : '\ufffd');
  }
  return text;
}

/** Codes of signs, in the private area and below; white space is that of any font. */
const codes = /[\x21-\xff\uf020-\uf0ff]/g;

/** Text set in a symbol font, as it is shown; what the font is not known to have stays. */
export function signsOf(value: string, font: SymbolFont): string {
  return value.replace(codes, (code) => (code === '\u00a0' ? code : (symbolOf(font, code.charCodeAt(0)) ?? code)));
}
