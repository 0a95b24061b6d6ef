// What stands under the title of a document and heads nothing: when, by whom and in which version it was made.

const months =
  'jan(?:uary|uar|vier)?|feb(?:ruary|ruar)?|f[ée]vr(?:ier)?|mar(?:ch|s|zo)?|märz|apr(?:il)?|avril|ma[iy]|mayo|maggio|june?|juni|juin|july?|juli|juillet|aug(?:ust)?|août|agosto|sept?(?:ember|embre)?|o[ck]t(?:ober|obre)?|nov(?:ember|embre)?|de[cz](?:ember)?|d[ée]cembre|enero|febrero|abril|junio|julio|septiembre|octubre|noviembre|diciembre|gennaio|febbraio|aprile|giugno|luglio|settembre|ottobre|dicembre|января|февраля|марта|апреля|мая|июня|июля|августа|сентября|октября|ноября|декабря';
const year = '(?:19|20)\\d\\d';
const date = new RegExp(
  `(?<![\\p{L}\\d])(?:\\d{1,2}[./-]\\d{1,2}[./-]${year}|${year}[./-]\\d{1,2}[./-]\\d{1,2}|${year} ?年|(?:\\d{1,2}(?:st|nd|rd|th)?\\.?[ -])?(?:${months})\\.?(?:[ -]\\d{1,2}(?:st|nd|rd|th)?)?,?[ -]${year})(?!\\d)`,
  'iu',
);
/** Words beside a date (`Compiled on`); more are a title. */
const mostBeside = 4;

/** When it was made. */
export function isDate(text: string): boolean {
  const found = date.exec(text);
  return found !== null && wordsIn(text.replace(found[0], ' ')).length <= mostBeside;
}

const imprint =
  /^\(?(?:©|\(c\)|copyright\b|version:? \d|v\d+\.\d|rev(?:ision)?\.? \d|release:?(?: [–-])? \d|home ?page:|draft$|edition \d)/i;
/** Nothing but the word, or a name after it. */
const byline =
  /^(?:(?:[Ww]ritten |[Ee]dited )?[Bb]y|BY|[Vv]on|[Pp]ar|[Pp]or)(?:$|(?: \p{Lu}[\p{L}.'’-]*| (?:and|und|et|y|de|van|von|&)|,){1,24}$)/u;
const address = /[\p{L}\d]@[\p{L}\d]|https?:\/\/|\bwww\./u;
const institute = /\b(?:universit|institut|department|dept\.|faculty|laborator|school of|college)/i;

/** Who and which version it is of, told by its words. */
export const isImprint = (text: string): boolean =>
  isDate(text) || imprint.test(text) || byline.test(text) || address.test(text) || institute.test(text);

const mostWords = 24;
const mostOfName = 4;
const name = /^\p{Lu}[\p{L}'’.-]*$/u;
const particle = /^(?:de|del|della|der|den|di|da|do|dos|du|la|le|ten|ter|van|von|y|zu)$/;
/** What titles of documents and of their parts end with. */
const noName =
  /\b(?:manual|guide|handbook|tutorial|reference|introduction|overview|summary|report|notes?|documentation|specification|contents|started|start|types|list|data|user|program|system|package|library|book|paper|series|part|chapter|abstract|preface|the|of|license|index|usage|installation|features)s?\b/i;

/** What dates are of. */
const beside = /\b(?:last )?(?:updated|modified|revised|compiled)(?: on)?:?/gi;

/** Names alone, each of two words or more, beside a date or not. */
export function mayBeName(text: string): boolean {
  const names = text
    .replace(date, '')
    .replace(beside, '')
    .replace(/[∗*†‡§¶\d]/g, '')
    .replace(/\s+/g, ' ')
    .trim();
  if (/^\d+\.? \p{L}/u.test(text) || noName.test(names) || wordsIn(names).length > mostWords) return false;
  const parts = names.split(/ ?[,;&] ?| (?:and|und|et|e|y|en|и) /u).filter((part) => part !== '');
  return parts.length > 0 && parts.every(isName);
}

function isName(part: string): boolean {
  const words = wordsIn(part);
  const own = words.filter((word) => !particle.test(word));
  if (own.length < 2 || own.length > mostOfName) return false;
  return own.every((word) => name.test(word)) && own.some((word) => /\p{Lu}\p{Ll}/u.test(word));
}

const wordsIn = (text: string): string[] => text.split(/\s+/).filter((word) => /[\p{L}\d]/u.test(word));
