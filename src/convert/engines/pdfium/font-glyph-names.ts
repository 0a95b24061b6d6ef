// What a glyph's name says it shows, by the rules of the Adobe Glyph List: a list of the simple names, letters with accents
// put together, and the forms that give code points.

const pairs = (list: string): [string, string][] =>
  list
    .trim()
    .split(/\s+/)
    .map((pair) => {
      const at = pair.lastIndexOf('=');
      return [pair.slice(0, at), pair.slice(at + 1)];
    });

/** Names of signs; letters and digits of one character stand for themselves. */
const named = new Map<string, string>([
  ['space', ' '],
  ['nonbreakingspace', ' '],
  ['nbspace', ' '],
  ['equal', '='],
  ...pairs(`exclam=! quotedbl=" numbersign=# dollar=$ percent=% ampersand=& quotesingle=' parenleft=( parenright=) asterisk=*
plus=+ comma=, hyphen=- period=. slash=/ zero=0 one=1 two=2 three=3 four=4 five=5 six=6 seven=7 eight=8 nine=9 colon=:
semicolon=; less=< greater=> question=? at=@ bracketleft=[ backslash=\\ bracketright=] asciicircum=^ underscore=_ grave=\`
braceleft={ bar=| braceright=} asciitilde=~ quoteleft=‘ quoteright=’ exclamdown=¡ cent=¢ sterling=£ currency=¤ yen=¥
brokenbar=¦ section=§ dieresis=¨ copyright=© ordfeminine=ª guillemotleft=« guillemotright=» logicalnot=¬ sfthyphen=- softhyphen=-
registered=® macron=¯ degree=° plusminus=± twosuperior=² threesuperior=³ acute=´ mu=µ paragraph=¶ periodcentered=·
middot=· cedilla=¸ onesuperior=¹ ordmasculine=º onequarter=¼ onehalf=½ threequarters=¾ questiondown=¿ AE=Æ Eth=Ð multiply=×
Oslash=Ø Thorn=Þ germandbls=ß ae=æ eth=ð divide=÷ oslash=ø thorn=þ Dcroat=Đ dcroat=đ dmacron=đ Hbar=Ħ hbar=ħ dotlessi=ı
dotlessj=ȷ IJ=Ĳ ij=ĳ kgreenlandic=ĸ Ldot=Ŀ ldot=ŀ Lslash=Ł lslash=ł napostrophe=ŉ Eng=Ŋ eng=ŋ OE=Œ oe=œ Tbar=Ŧ tbar=ŧ longs=ſ
florin=ƒ Ohorn=Ơ ohorn=ơ Uhorn=Ư uhorn=ư Schwa=Ə schwa=ə circumflex=ˆ caron=ˇ breve=˘ dotaccent=˙ ring=˚ ogonek=˛ tilde=˜
hungarumlaut=˝ endash=– emdash=— afii00208=― quotesinglbase=‚ quotereversed=‛ quotedblleft=“ quotedblright=” quotedblbase=„
dagger=† daggerdbl=‡ bullet=• onedotenleader=․ twodotenleader=‥ ellipsis=… perthousand=‰ minute=′ prime=′ second=″
guilsinglleft=‹ guilsinglright=› exclamdbl=‼ fraction=⁄ colonmonetary=₡ franc=₣ lira=₤ peseta=₧ dong=₫ Euro=€ rupee=₨ Ifraktur=ℑ
lscript=ℓ weierstrass=℘ Rfraktur=ℜ afii61352=№ prescription=℞ trademark=™ estimated=℮ aleph=ℵ onethird=⅓ twothirds=⅔
oneeighth=⅛ threeeighths=⅜ fiveeighths=⅝ seveneighths=⅞ arrowleft=← arrowup=↑ arrowright=→ arrowdown=↓ arrowboth=↔
arrowupdn=↕ carriagereturn=↵ arrowdblleft=⇐ arrowdblup=⇑ arrowdblright=⇒ arrowdbldown=⇓ arrowdblboth=⇔ universal=∀
partialdiff=∂ existential=∃ emptyset=∅ increment=∆ gradient=∇ nabla=∇ element=∈ notelement=∉ suchthat=∋ product=∏ coproduct=∐
summation=∑ minus=− minusplus=∓ asteriskmath=∗ bulletoperator=∙ radical=√ proportional=∝ infinity=∞ orthogonal=∟ angle=∠
logicaland=∧ logicalor=∨ intersection=∩ union=∪ integral=∫ contintegral=∮ therefore=∴ similar=∼ congruent=≅ approxequal=≈
notequal=≠ equivalence=≡ lessequal=≤ greaterequal=≥ lessmuch=≪ greatermuch=≫ propersubset=⊂ propersuperset=⊃ notsubset=⊄
reflexsubset=⊆ reflexsuperset=⊇ circleplus=⊕ circleminus=⊖ circlemultiply=⊗ circledivide=⊘ circledot=⊙ perpendicular=⊥
dotmath=⋅ angleleft=⟨ angleright=⟩ house=⌂ integraltp=⌠ integralbt=⌡ filledbox=■ blacksquare=■ H18533=■ H22073=□ H18543=▪
H18551=▫ filledrect=▬ triagup=▲ triagrt=► triagdn=▼ triaglf=◄ lozenge=◊ circle=○ H18533=■ invbullet=◘ invcircle=◙ openbullet=◦
smileface=☺ invsmileface=☻ sun=☼ female=♀ male=♂ spade=♠ club=♣ heart=♥ diamond=♦ musicalnote=♪ musicalnotedbl=♫ checkmark=✓
ff=ff fi=fi fl=fl ffi=ffi ffl=ffl Delta=Δ Omega=Ω Alpha=Α Beta=Β Gamma=Γ Epsilon=Ε Zeta=Ζ Eta=Η Theta=Θ Iota=Ι Kappa=Κ
Lambda=Λ Mu=Μ Nu=Ν Xi=Ξ Omicron=Ο Pi=Π Rho=Ρ Sigma=Σ Tau=Τ Upsilon=Υ Phi=Φ Chi=Χ Psi=Ψ alpha=α beta=β gamma=γ delta=δ
epsilon=ε zeta=ζ eta=η theta=θ iota=ι kappa=κ lambda=λ nu=ν xi=ξ omicron=ο pi=π rho=ρ sigma1=ς sigma=σ tau=τ upsilon=υ phi=φ
chi=χ psi=ψ omega=ω theta1=ϑ Upsilon1=ϒ phi1=ϕ omega1=ϖ epsilon1=ϵ pi1=ϖ rho1=ϱ Ng=Ŋ ng=ŋ apple= dotlessj=ȷ star=⋆
circlecopyrt=○ precedes=≺ follows=≻ precedesequal=⪯ followsequal=⪰ similarequal=≃ equivasymptotic=≍ arrownortheast=↗
arrowsoutheast=↘ arrownorthwest=↖ arrowsouthwest=↙ arrowhookleft=↪ arrowhookright=↩ turnstileleft=⊢ turnstileright=⊣
mapsto=↦ latticetop=⊤ wreathproduct=≀ unionmulti=⊎ unionsq=⊔ intersectionsq=⊓ subsetsqequal=⊑ supersetsqequal=⊒ diamondmath=⋄
triangle=△ triangleinv=▽ triangleleft=◁ triangleright=▷ flat=♭ natural=♮ sharp=♯ vextendsingle=| vextenddouble=‖ bardbl=‖
floorleft=⌊ floorright=⌋ ceilingleft=⌈ ceilingright=⌉ negationslash≠ vector=⃗ hatwide=ˆ tildewide=˜ arrowvertex=| arrowhorizex=—
owner=∋ Rfractur=ℜ Ifractur=ℑ angbracketleft=⟨ angbracketright=⟩ arrowbothv=↕ arrowdblbothv=⇕ hatwider=ˆ hatwidest=ˆ tildewider=˜
tildewidest=˜ visiblespace=␣ perthousandzero= Germandbls=SS`),
]);

/** The names of marks that make a letter with an accent (`Eacute`), and the combining marks they stand for. */
const accents = new Map<string, string>(
  pairs(`grave=\u0300 acute=\u0301 circumflex=\u0302 tilde=\u0303 macron=\u0304 breve=\u0306 dotaccent=\u0307 dot=\u0307
dieresis=\u0308 tonos=\u0301 dieresistonos=\u0308\u0301 ring=\u030a hungarumlaut=\u030b dblacute=\u030b caron=\u030c
commaaccent=\u0327 cedilla=\u0327 ogonek=\u0328 dotbelow=\u0323 circumflexacute=\u0302\u0301 circumflexgrave=\u0302\u0300
breveacute=\u0306\u0301 hookabove=\u0309`),
);

/** Sizes and pieces of signs in fonts for mathematics: `parenleftBigg` is a parenthesis. */
const largeForm = /(?:big|Big|bigg|Bigg|display|text|superior|inferior|oldstyle|small|fitted|tp|bt|ex|mid)$/;
/** Cyrillic in the names of the Adobe Glyph List: afii10017 is А, and so on; Ё stands out of line. */
const cyrillic = /^afii100(\d\d)$/;
const longestName = 64;

/** Undefined where the name says nothing, as `g123` does. */
export function textOfGlyphName(given: string): string | undefined {
  if (given === '' || given.startsWith('.') || given.length > longestName) return undefined;
  const dot = given.indexOf('.');
  const name = dot < 0 ? given : given.slice(0, dot);
  if (!name.includes('_')) return simple(name);
  let text = '';
  for (const part of name.split('_')) {
    const one = simple(part);
    if (one === undefined) return undefined;
    text += one;
  }
  return text;
}

function simple(name: string): string | undefined {
  if (/^[A-Za-z]$/.test(name)) return name;
  const known = named.get(name);
  if (known !== undefined) return known === '' ? undefined : known;
  const codes = /^(?:uni((?:[\dA-F]{4})+)|u([\dA-F]{4,6}))$/.exec(name);
  if (codes !== null) return fromHex(codes[1], codes[2]);
  const accented = withAccent(name);
  if (accented !== undefined) return accented;
  const letter = cyrillic.exec(name);
  if (letter !== null) return cyrillicLetter(Number(letter[1]));
  const bare = name.replace(largeForm, '');
  return bare === name || bare === '' ? undefined : simple(bare);
}

function fromHex(four: string | undefined, any: string | undefined): string | undefined {
  let text = '';
  const groups = four === undefined ? [any ?? ''] : (four.match(/.{4}/g) ?? []);
  for (const group of groups) {
    const code = Number.parseInt(group, 16);
    // Surrogates and private use say nothing (Adobe Glyph List Specification, section 2).
    if (code < 32 || code > 0x10ffff || (code >= 0xd800 && code < 0xf900)) return undefined;
    text += String.fromCodePoint(code);
  }
  return text;
}

function withAccent(name: string): string | undefined {
  // The letter may itself have a name: `Omegatonos`, `aeacute`.
  for (let at = 1; at < name.length && at <= 8; at += 1) {
    const mark = accents.get(name.slice(at));
    if (mark === undefined) continue;
    const base = at === 1 ? name.slice(0, 1) : named.get(name.slice(0, at));
    if (base === undefined || !/^\p{L}$/u.test(base)) continue;
    return (base + mark).normalize('NFC');
  }
  return undefined;
}

function cyrillicLetter(number: number): string | undefined {
  // 17..22 are А..Е, 23 is Ё, 24..49 are Ж..Я; 65.. the same in small letters.
  const [from, base] = number >= 65 ? [65, 0x430] : [17, 0x410];
  const at = number - from;
  if (at < 0 || at > 32) return undefined;
  if (at === 6) return number >= 65 ? 'ё' : 'Ё';
  return String.fromCodePoint(base + (at > 6 ? at - 1 : at));
}
