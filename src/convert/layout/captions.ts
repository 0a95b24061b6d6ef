// What a text begins with that says what a table or a figure shows, or where it comes from.

const caption =
  /^(?:(?:figure|fig\.|table|tab\.|diagram|chart|graph|plate|exhibit|box|photo|image|map|listing|algorithm|scheme)\s*(?:\d|[A-Z]?\d|[ivx]+\b)|(?:sources?|notes?)\s*:)/i;

export const isCaption = (text: string): boolean => caption.test(text);

/** The same of tables alone, with a stop after the number. */
const tableCaption =
  /^(?:table|tab\.|tabelle|tableau|tabla|tabela|tabella|tabel|таблица)\s{0,3}(?:[A-Z]?[\d.-]{1,8}|[IVX]{1,6})\s{0,3}[.:–—]/iu;

export const isTableCaption = (text: string): boolean => tableCaption.test(text);

const continuation =
  /(?:(?<!\p{L})(?:continue[ds]?|cont['’]?d|cont\.)(?: (?:on|from) (?:the )?(?:next|previous|following|preceding) page)?|(?<!\p{L})(?:fortsetzung(?: auf der nächsten seite)?|suite|continuación|continuação|vervolg|продолжение)|続き|续表?|接上页)[\s).:…\]]*$/iu;
/** Of a line that is no caption. */
const longestNote = 45;

/** `Table 3 (continued)`, `(continues on next page)`. */
export const isContinuation = (text: string): boolean =>
  (text.length <= longestNote || isCaption(text)) && continuation.test(text);
