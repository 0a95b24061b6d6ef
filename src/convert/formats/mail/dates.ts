// Dates of messages in one form: UTC, ISO 8601, to the second.

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/** Hours of the zones RFC 5322, 4.3 names. */
const zones: ReadonlyMap<string, number> = new Map([
  ['ut', 0],
  ['utc', 0],
  ['gmt', 0],
  ['z', 0],
  ['est', -5],
  ['edt', -4],
  ['cst', -6],
  ['cdt', -5],
  ['mst', -7],
  ['mdt', -6],
  ['pst', -8],
  ['pdt', -7],
]);

export function isoDate(milliseconds: number): string | undefined {
  const date = new Date(milliseconds);
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString().replace(/\.\d{3}Z$/, 'Z');
}

/** The Date field (RFC 5322, 3.3 and 4.3); undefined where it says no date that can be understood. */
export function parseMailDate(field: string): string | undefined {
  const text = field.slice(0, 200).replace(/\([^()]*\)/g, ' ');
  const found =
    /(\d{1,2})[ \t-]{1,10}([A-Za-z]{3})[a-z]{0,6}[ \t-]{1,10}(\d{2,4})[ \t]{1,10}(\d{1,2}):(\d{2})(?::(\d{2}))?\s{0,10}([+-]\d{4}|[A-Za-z]{1,5})?/.exec(
      text,
    );
  if (found === null) return undefined;
  const [, day = '', name = '', yearText = '', hour = '', minute = '', second = '0', zone = ''] = found;
  const month = months.indexOf(name.toLowerCase());
  if (month < 0) return undefined;
  // 4.3: two digits below 50 are of this century, three count from 1900.
  const short = Number(yearText);
  const year = yearText.length >= 4 ? short : short + (yearText.length === 2 && short < 50 ? 2000 : 1900);
  const offset = zoneMinutes(zone);
  const time = Date.UTC(year, month, Number(day), Number(hour), Number(minute), Number(second));
  return isoDate(time - offset * 60_000);
}

function zoneMinutes(zone: string): number {
  const digits = /^([+-])(\d{2})(\d{2})$/.exec(zone);
  if (digits === null) return (zones.get(zone.toLowerCase()) ?? 0) * 60;
  const minutes = Number(digits[2]) * 60 + Number(digits[3]);
  return digits[1] === '-' ? -minutes : minutes;
}
