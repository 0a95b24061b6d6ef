// What abstracts are called.

const words =
  'abstract|summary|zusammenfassung|kurzfassung|résumé|resumen|resumo|riassunto|sommario|samenvatting|streszczenie|аннотация|摘\\s*要|概\\s*要|要\\s*旨';
const first = new RegExp(`^(?:${words})(?:$|[\\s.:：—–-])`, 'i');
const only = new RegExp(`^(?:${words})[.:：]?$`, 'i');
const longest = 20;

export const beginsAbstract = (text: string): boolean => first.test(text);

/** A line that says what comes next, and nothing else. */
export const isAbstractHead = (text: string): boolean => text.length <= longest && only.test(text);
