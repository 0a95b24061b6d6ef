// Characters of formulas and the LaTeX commands that write them; data only.

/** `αalpha βbeta` to pairs of a character and its command. */
export const pairs = (list: string): [string, string][] =>
  list
    .trim()
    .split(/\s+/)
    .map((pair) => {
      const character = String.fromCodePoint(pair.codePointAt(0) ?? 0);
      return [character, `\\${pair.slice(character.length)}`];
    });

/** Every character that LaTeX spells as a command. */
export const commands: ReadonlyMap<string, string> = new Map([
  // Greek
  ...pairs(`αalpha βbeta γgamma δdelta εvarepsilon ϵepsilon ζzeta ηeta θtheta ϑvartheta ιiota κkappa ϰvarkappa λlambda
    μmu µmu νnu ξxi πpi ϖvarpi ρrho ϱvarrho σsigma ςvarsigma τtau υupsilon φvarphi ϕphi χchi ψpsi ωomega
    ΓGamma ΔDelta ∆Delta ΘTheta ΛLambda ΞXi ΠPi ΣSigma ΥUpsilon ΦPhi ΨPsi ΩOmega ΩOmega`),
  // Binary operators
  ...pairs(`±pm ∓mp ×times ÷div ·cdot ⋅cdot ∗ast ⋆star ∘circ ∙bullet ⊕oplus ⊖ominus ⊗otimes ⊘oslash ⊙odot ∩cap ∪cup
    ⊓sqcap ⊔sqcup ⊎uplus ∧wedge ∨vee ∖setminus ≀wr ⋄diamond △triangle ▽bigtriangledown ◁triangleleft ▷triangleright
    †dagger ‡ddagger ⨿amalg ⋉ltimes ⋊rtimes ⊞boxplus ⊠boxtimes`),
  // Relations
  ...pairs(`≤leq ≥geq ≦leqq ≧geqq ⩽leqslant ⩾geqslant ≠neq ≡equiv ≈approx ≅cong ≃simeq ∼sim ≐doteq ∝propto ≪ll ≫gg
    ≺prec ≻succ ⪯preceq ⪰succeq ⊂subset ⊃supset ⊆subseteq ⊇supseteq ⊊subsetneq ⊋supsetneq ⊏sqsubset ⊐sqsupset
    ⊑sqsubseteq ⊒sqsupseteq ∈in ∉notin ∋ni ⊢vdash ⊣dashv ⊨models ⊥perp ∥parallel ∦nparallel ∣mid ∤nmid ≍asymp ⋈bowtie
    ≜triangleq ≲lesssim ≳gtrsim ≮nless ≯ngtr ≰nleq ≱ngeq ⊄nsubset`),
  // Arrows
  ...pairs(`←leftarrow →rightarrow ↔leftrightarrow ⇐Leftarrow ⇒Rightarrow ⇔Leftrightarrow ↑uparrow ↓downarrow ↕updownarrow
    ⇑Uparrow ⇓Downarrow ↦mapsto ⟼longmapsto ⟵longleftarrow ⟶longrightarrow ⟷longleftrightarrow ⟸Longleftarrow
    ⟹Longrightarrow ⟺iff ↪hookrightarrow ↩hookleftarrow ↗nearrow ↘searrow ↙swarrow ↖nwarrow ⇀rightharpoonup
    ⇁rightharpoondown ↼leftharpoonup ⇌rightleftharpoons ⇄rightleftarrows ⇝leadsto ↠twoheadrightarrow ↛nrightarrow`),
  // Large operators
  ...pairs(`∑sum ∏prod ∐coprod ∫int ∬iint ∭iiint ∮oint ⋂bigcap ⋃bigcup ⨆bigsqcup ⋁bigvee ⋀bigwedge ⨀bigodot ⨂bigotimes
    ⨁bigoplus ⨄biguplus`),
  // Delimiters
  ...pairs('⟨langle ⟩rangle 〈langle 〉rangle ⌈lceil ⌉rceil ⌊lfloor ⌋rfloor ‖| ∥parallel ⟦llbracket ⟧rrbracket'),
  // Everything else
  ...pairs(`∞infty ∇nabla ∂partial ∀forall ∃exists ∄nexists ∅emptyset ¬neg √surd ∠angle ⊤top ℏhbar ℓell ℘wp ℜRe ℑIm
    ℵaleph ℶbeth …ldots ⋯cdots ⋮vdots ⋱ddots ′prime ″prime\\prime ♭flat ♮natural ♯sharp □square ■blacksquare ◇diamond
    ♣clubsuit ♢diamondsuit ♡heartsuit ♠spadesuit ∴therefore ∵because ðeth ıimath ȷjmath °degree ⌢frown ⌣smile
    ℝmathbb{R} ℂmathbb{C} ℕmathbb{N} ℚmathbb{Q} ℤmathbb{Z} ℙmathbb{P} ℍmathbb{H}`),
  ...pairs('{{ }} %% ## $$ && __'),
  ['\\', '\\backslash'],
  ['~', '\\sim'],
  ['^', '\\wedge'],
  ['−', '-'],
  ['‐', '-'],
  ['–', '-'],
  ['∕', '/'],
  ['⁄', '/'],
  ['∶', ':'],
  ['≔', ':='],
  ['\u2061', ''],
  ['\u2062', ''],
  ['\u2063', ''],
  ['\u2064', ''],
  ['\u200b', ''],
  ['\u00a0', '\\ '],
]);

/** Operators that stand between two sides with space around them. */
export const infix = new Set(
  '= + - − ± ∓ × ÷ < > ≤ ≥ ≠ ≡ ≈ ≅ ≃ ∼ ∝ ≪ ≫ ⊂ ⊃ ⊆ ⊇ ∈ ∉ ∋ ∩ ∪ ∧ ∨ → ← ↔ ⇒ ⇐ ⇔ ↦ ⟶ ⟹ ⟺ ⊕ ⊗ ∖ ≔ ⊢ ⊨ ⋅ ∘'.split(' '),
);

/** Limits of these stand below and above: written as sub- and superscript. */
export const largeOperators = new Set(
  '∑ ∏ ∐ ∫ ∬ ∭ ∮ ⋂ ⋃ ⨆ ⋁ ⋀ ⨀ ⨂ ⨁ ⨄ lim max min sup inf limsup liminf argmax argmin det gcd Pr'.split(' '),
);

/** Names set upright that LaTeX knows. */
export const functionNames = new Set(
  'arccos arcsin arctan arg cos cosh cot coth csc deg det dim exp gcd hom inf ker lg lim liminf limsup ln log max min Pr sec sin sinh sup tan tanh'.split(
    ' ',
  ),
);

export const accentsOver: ReadonlyMap<string, string> = new Map([
  ['^', 'hat'],
  ['ˆ', 'hat'],
  ['̂', 'hat'],
  ['~', 'tilde'],
  ['˜', 'tilde'],
  ['∼', 'tilde'],
  ['¯', 'bar'],
  ['‾', 'overline'],
  ['_', 'overline'],
  ['―', 'overline'],
  ['→', 'vec'],
  ['⃗', 'vec'],
  ['⇀', 'vec'],
  ['˙', 'dot'],
  ['.', 'dot'],
  ['¨', 'ddot'],
  ['..', 'ddot'],
  ['ˇ', 'check'],
  ['˘', 'breve'],
  ['´', 'acute'],
  ['`', 'grave'],
  ['⏞', 'overbrace'],
  ['︷', 'overbrace'],
  ['←', 'overleftarrow'],
]);

export const accentsUnder: ReadonlyMap<string, string> = new Map([
  ['_', 'underline'],
  ['¯', 'underline'],
  ['‾', 'underline'],
  ['̲', 'underline'],
  ['⏟', 'underbrace'],
  ['︸', 'underbrace'],
]);

/** MathML 3, 3.2.2: `mathvariant`. */
export const variants: ReadonlyMap<string, string> = new Map([
  ['normal', 'mathrm'],
  ['bold', 'mathbf'],
  ['bold-italic', 'boldsymbol'],
  ['double-struck', 'mathbb'],
  ['script', 'mathcal'],
  ['bold-script', 'mathcal'],
  ['fraktur', 'mathfrak'],
  ['bold-fraktur', 'mathfrak'],
  ['sans-serif', 'mathsf'],
  ['monospace', 'mathtt'],
]);
