// Names the language of a text (ISO 639-1) from a sample of it: by its script where only one language uses it, by
// frequent words and letters otherwise. `und` where there is too little text or no language stands out.
import { folded, type LetterModel, letterModel } from './containers/charset-model.ts';
import { languageSamples } from './containers/charset-samples.ts';

const tooFewLetters = 20;
/** Where the script alone tells the language, fewer do. */
const tooFewOfScript = 8;
const maxWords = 3_000;
/** What one frequent word in ten weighs against letters being likelier by a factor of e. */
const wordWeight = 4;
/** Share of frequent words from which on a result does not need a declaration to back it. */
const sureShare = 0.2;
const leastShare = 0.08;
const leastLead = 0.06;
/** A lead of the letters alone that makes up for the lack of frequent words. */
const clearLead = 0.3;

/** Scripts that tell the language by themselves, or nearly so: the largest language of each. */
const scripts: readonly [string, RegExp][] = [
  ['latin', /\p{Script=Latin}/u],
  ['cyrillic', /\p{Script=Cyrillic}/u],
  ['arabic', /\p{Script=Arabic}/u],
  ['ja', /[\p{Script=Hiragana}\p{Script=Katakana}]/u],
  ['zh', /\p{Script=Han}/u],
  ['ko', /\p{Script=Hangul}/u],
  ['el', /\p{Script=Greek}/u],
  ['he', /\p{Script=Hebrew}/u],
  ['th', /\p{Script=Thai}/u],
  ['hi', /\p{Script=Devanagari}/u],
  ['bn', /\p{Script=Bengali}/u],
  ['ta', /\p{Script=Tamil}/u],
  ['te', /\p{Script=Telugu}/u],
  ['kn', /\p{Script=Kannada}/u],
  ['ml', /\p{Script=Malayalam}/u],
  ['gu', /\p{Script=Gujarati}/u],
  ['pa', /\p{Script=Gurmukhi}/u],
  ['si', /\p{Script=Sinhala}/u],
  ['ka', /\p{Script=Georgian}/u],
  ['hy', /\p{Script=Armenian}/u],
  ['km', /\p{Script=Khmer}/u],
  ['lo', /\p{Script=Lao}/u],
  ['my', /\p{Script=Myanmar}/u],
  ['am', /\p{Script=Ethiopic}/u],
];

/** Languages that share a script with others and are told apart by words and letters. */
const groups: ReadonlyMap<string, readonly string[]> = new Map([
  ['latin', 'en de fr es pt it nl sv da no fi is ca pl cs sk hu ro hr sl et lv lt tr vi id'.split(' ')],
  ['cyrillic', 'ru uk be bg sr mk'.split(' ')],
  ['arabic', 'ar fa'.split(' ')],
]);

/** With so many words, a language whose frequent words make up this share, and twice that of any other, is certain. */
const fewestWords = 60;
const clearShare = 0.25;

export function detectLanguage(sample: string, declared?: string): string {
  const claim = baseLanguage(declared);
  const text = proseOf(sample);
  const { script, letters } = mainScript(text);
  const group = groups.get(script);
  if (letters < (group === undefined ? tooFewOfScript : tooFewLetters)) return claim ?? 'und';
  // Marathi and Nepali share a script with Hindi, Yiddish with Hebrew: a declaration knows better than the script.
  if (group === undefined) return claim !== undefined && related.get(script)?.includes(claim) ? claim : script;
  const words = wordsOf(text);
  const sure = clearByWords(words, group);
  if (sure !== undefined) return sure;
  const ranking = ranked(words, group);
  const [first, second] = ranking;
  if (first === undefined) return claim ?? 'und';
  if (claim !== undefined && !group.includes(claim) && first.share < sureShare) return claim;
  const lead = first.score - (second?.score ?? Number.NEGATIVE_INFINITY);
  if (first.share < leastShare || lead < leastLead) {
    // Too close to call: the declared language, if it is one of the close ones.
    const close = ranking.filter((one) => first.score - one.score < 0.5).map((one) => one.language);
    if (claim !== undefined && (close.includes(claim) || !group.includes(claim))) return claim;
    return first.share < leastShare && lead < clearLead ? 'und' : first.language;
  }
  return first.language;
}

const related: ReadonlyMap<string, readonly string[]> = new Map([
  // Japanese names and headings are often written without kana.
  ['zh', ['ja', 'ko']],
  ['hi', ['mr', 'ne', 'sa']],
  ['he', ['yi']],
  ['bn', ['as']],
  ['am', ['ti']],
]);

/** BCP 47: the language part in its shortest form; `eng` is `en`. */
function baseLanguage(declared: string | undefined): string | undefined {
  if (declared === undefined || declared.length > 35) return undefined;
  try {
    const { language } = new Intl.Locale(declared.trim().replaceAll('_', '-'));
    if (language === 'nb' || language === 'nn') return 'no';
    return language.length === 2 ? language : undefined;
  } catch {
    return undefined;
  }
}

/** The sample without what is in no language: addresses, tags, code, markup. */
function proseOf(sample: string): string {
  return sample
    .slice(0, 64 * 1024)
    .replace(/```[\s\S]{0,4000}?```/g, ' ')
    .replace(/`[^`\n]{0,200}`/g, ' ')
    .replace(/<[^<>\n]{0,500}>/g, ' ')
    .replace(/\b(?:https?:\/\/|www\.)[^\s)>\]]{0,2000}/gi, ' ')
    .replace(/(?<![^\s@])[^\s@]+@\S{1,64}/g, ' ');
}

function mainScript(text: string): { script: string; letters: number } {
  const counts = new Map<string, number>();
  let latin = 0;
  for (const char of text) {
    const code = char.charCodeAt(0);
    if (code < 0x80 ? (code | 0x20) < 0x61 || (code | 0x20) > 0x7a : !/\p{L}/u.test(char)) continue;
    const script = code < 0x250 ? 'latin' : scriptOf(char);
    if (script === 'latin') latin += 1;
    else if (script !== undefined) counts.set(script, (counts.get(script) ?? 0) + 1);
  }
  if (latin > 0) counts.set('latin', latin);
  const kana = counts.get('ja') ?? 0;
  const han = counts.get('zh') ?? 0;
  const hangul = counts.get('ko') ?? 0;
  // Japanese and Korean use ideographs as well; Chinese uses neither kana nor Hangul.
  if (kana > (kana + han) * 0.05) counts.set('ja', kana + han);
  else if (hangul > han) counts.set('ko', hangul + han);
  let script = 'latin';
  for (const [name, count] of counts) if (weigh(name, count) > weigh(script, counts.get(script) ?? 0)) script = name;
  return { script, letters: counts.get(script) ?? 0 };
}

/** A word takes five letters in an alphabet and two ideographs. */
function weigh(script: string, count: number): number {
  return script === 'zh' || script === 'ja' || script === 'ko' ? count * 2.5 : count;
}

const scriptCache = new Map<string, string | undefined>();

function scriptOf(char: string): string | undefined {
  if (scriptCache.has(char)) return scriptCache.get(char);
  const script = scripts.find(([, pattern]) => pattern.test(char))?.[0];
  if (scriptCache.size < 20_000) scriptCache.set(char, script);
  return script;
}

interface Ranked {
  readonly language: string;
  readonly score: number;
  /** Share of the words that are among the language's frequent ones. */
  readonly share: number;
}

/** The frequent words of a language, and its letters where words do not decide. */
class Profile {
  readonly words: ReadonlySet<string>;
  readonly #language: string;
  #letters: LetterModel | undefined;

  constructor(language: string) {
    const sample = languageSamples.find((one) => one.language === language);
    this.#language = language;
    this.words = new Set(`${sample?.words ?? ''} ${sample?.text ?? ''}`.toLowerCase().match(/[\p{L}\p{M}]+/gu) ?? []);
  }

  get letters(): LetterModel {
    this.#letters ??= letterModel(this.#language);
    return this.#letters;
  }

  /** Share of the words that are among the frequent ones. */
  share(words: readonly string[]): number {
    let hits = 0;
    for (const word of words) if (this.words.has(word)) hits += 1;
    return words.length === 0 ? 0 : hits / words.length;
  }
}

const profiles = new Map<string, Profile>();

function profileOf(language: string): Profile {
  let profile = profiles.get(language);
  if (profile === undefined) {
    profile = new Profile(language);
    profiles.set(language, profile);
  }
  return profile;
}

function wordsOf(text: string): string[] {
  const words = text
    .toLowerCase()
    .normalize('NFC')
    .match(/[\p{L}\p{M}]+/gu);
  return (words ?? []).slice(0, maxWords);
}

/** Words alone, where they leave no doubt: letters cost far more to weigh. */
function clearByWords(words: readonly string[], languages: readonly string[]): string | undefined {
  if (words.length < fewestWords) return undefined;
  let first = { language: '', share: 0 };
  let second = 0;
  for (const language of languages) {
    const share = profileOf(language).share(words);
    if (share > first.share) {
      second = first.share;
      first = { language, share };
    } else if (share > second) second = share;
  }
  return first.share >= clearShare && first.share >= 2 * second ? first.language : undefined;
}

function ranked(words: readonly string[], languages: readonly string[]): Ranked[] {
  if (words.length === 0) return [];
  const pairs = pairsOf(words);
  let total = 0;
  for (const count of pairs.values()) total += count;
  return languages
    .map((language) => {
      const profile = profileOf(language);
      let log = 0;
      for (const [pair, count] of pairs) {
        log += count * profile.letters.log(Math.floor(pair / 0x10000), pair % 0x10000);
      }
      const share = profile.share(words);
      return { language, score: log / total + share * wordWeight, share };
    })
    .sort((a, b) => b.score - a.score || (a.language < b.language ? -1 : 1));
}

/** How often each letter follows each: words repeat the same few hundred pairs, to be weighed once in every language. */
function pairsOf(words: readonly string[]): ReadonlyMap<number, number> {
  const pairs = new Map<number, number>();
  for (const word of words) {
    let before = 0x20;
    for (let at = 0; at <= Math.min(word.length, 40); at += 1) {
      const letter = at === word.length ? 0x20 : folded(word.charCodeAt(at));
      const pair = before * 0x10000 + letter;
      pairs.set(pair, (pairs.get(pair) ?? 0) + 1);
      before = letter;
    }
  }
  return pairs;
}
