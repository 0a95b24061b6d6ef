// What the names of styles mean. Word keeps built-in names in English whatever its language; other writers translate
// them, so the translations of the headings are known too.

export type StyleRole =
  | 'body'
  | 'title'
  | 'subtitle'
  | 'code'
  | 'quote'
  | 'contents'
  | 'contents head'
  | 'caption'
  | 'continued';

/** The word for "heading" that a number follows, in lower case. */
const headingWords = new Set(
  (
    'heading|überschrift|titre|título|titulo|titolo|kop|rubrik|overskrift|otsikko|nagłówek|заголовок|标题|標題|見出し|' +
    '제목|nadpis|címsor|başlık|επικεφαλίδα|encabezado|encabezamiento|cabeçalho|titlu|titlul|naslov|заглавие|judul|heading-|' +
    'đề mục|đầu đề|หัวเรื่อง|כותרת|عنوان|antraštė|virsraksts|pealkiri|izenburua|títol|nagłowek'
  ).split('|'),
);

const roles = new Map<string, StyleRole>([
  ...'title|titel|titre|título|titolo|tittel|otsikko|tytuł|název|cím|konu başlığı|название|标题|標題|表題|제목'
    .split('|')
    .map((name) => [name, 'title'] as const),
  ...'subtitle|untertitel|sous-titre|subtítulo|sottotitolo|副标题|副題|부제'
    .split('|')
    .map((name) => [name, 'subtitle'] as const),
  ...(
    'source code|sourcecode|html preformatted|code|codes|code block|codeblock|code snippet|code sample|code example|' +
    'preformatted|preformatted text|html vorformatiert|verbatim|macro text|macro|program listing|programlisting|' +
    'listing code|console|terminal|programcode|program code'
  )
    .split('|')
    .map((name) => [name, 'code'] as const),
  ...'quote|quotes|intense quote|block text|block quote|blockquote|quotation|quotations|zitat|intensives zitat|citation'
    .split('|')
    .map((name) => [name, 'quote'] as const),
  ...'caption|figure caption|table caption|image caption|captioned figure|beschriftung|légende'
    .split('|')
    .map((name) => [name, 'caption'] as const),
  ...'list continue|list continue 2|list continue 3|list continue 4|list continue 5'
    .split('|')
    .map((name) => [name, 'continued'] as const),
  ...'table of figures|table of authorities'.split('|').map((name) => [name, 'contents'] as const),
  ...'toa heading|toc heading'.split('|').map((name) => [name, 'contents head'] as const),
]);

const codeCharacterNames = new Set(
  (
    'verbatim char|verbatim|html code|html typewriter|html keyboard|html sample|code|code char|inline code|code inline|' +
    'source text|source code char|code text|html preformatted char|teletype|codechar|inlinecode|macro text char'
  ).split('|'),
);

const longestName = 64;

function plainName(name: string): string {
  return name.slice(0, longestName).trim().toLowerCase();
}

/** Level 1 to 9 of a name such as `heading 2` or `Überschrift 2`. */
export function headingLevelOf(name: string): number | undefined {
  const plain = plainName(name);
  const last = plain.charCodeAt(plain.length - 1) - 48;
  if (!(last >= 1 && last <= 9)) return undefined;
  return headingWords.has(plain.slice(0, -1).trimEnd()) ? last : undefined;
}

export function roleOf(name: string): StyleRole | undefined {
  const plain = plainName(name);
  if (/^(?:toc|contents|verzeichnis|tm|tdc|sommario|目录) ?[1-9]$/.test(plain)) return 'contents';
  return roles.get(plain);
}

export function isCodeCharacterStyle(name: string): boolean {
  return codeCharacterNames.has(plainName(name));
}

/** Styles that make lists by their name alone, where a document has no numbering for them. */
export function listStyleOf(name: string): { readonly ordered: boolean; readonly level: number } | undefined {
  const found = /^list (bullet|number)(?: ([2-5]))?$/.exec(plainName(name));
  return found === null ? undefined : { ordered: found[1] === 'number', level: Number(found[2] ?? 1) - 1 };
}
