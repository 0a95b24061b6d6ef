// Figures, times and states in words, the same on every page.

const numbers = new Intl.NumberFormat('en');
const shares = new Intl.NumberFormat('en', { style: 'percent', maximumFractionDigits: 1 });
const dollars = new Intl.NumberFormat('en', { style: 'currency', currency: 'USD' });
const moments = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' });
const days = new Intl.DateTimeFormat('en', { dateStyle: 'medium' });

export const count = (value: number): string => numbers.format(value);
export const share = (value: number): string => shares.format(value);
export const money = (value: number): string => dollars.format(value);
export const moment = (at: string): string => moments.format(new Date(at));
export const day = (at: string): string => days.format(new Date(at));

/** `1 file`, `2 files`. */
export const counted = (value: number, one: string, many = `${one}s`): string =>
  `${count(value)} ${value === 1 ? one : many}`;

export function bytes(size: number): string {
  if (size < 1024) return `${size} B`;
  const units = ['kB', 'MB', 'GB'];
  let value = size / 1024;
  let unit = 0;
  while (value >= 1024 && unit < units.length - 1) {
    value /= 1024;
    unit += 1;
  }
  return `${value.toFixed(value < 10 ? 1 : 0)} ${units[unit]}`;
}

export function duration(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`;
  const seconds = ms / 1000;
  if (seconds < 60) return `${seconds.toFixed(1)} s`;
  const minutes = Math.floor(seconds / 60);
  return minutes < 60
    ? `${minutes} min ${Math.round(seconds % 60)} s`
    : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

/** `in 23 hours`, `3 minutes ago`. */
export function distance(at: string, now: number = Date.now()): string {
  const seconds = (Date.parse(at) - now) / 1000;
  const words = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });
  const size = Math.abs(seconds);
  if (size < 45) return seconds < 0 ? 'just now' : 'in a moment';
  if (size < 3600) return words.format(Math.round(seconds / 60), 'minute');
  if (size < 48 * 3600) return words.format(Math.round(seconds / 3600), 'hour');
  return words.format(Math.round(seconds / 86_400), 'day');
}

const capitals = /\b(api|ocr|ms|mb|gb)\b/gi;
const spelled: Readonly<Record<string, string>> = { api: 'API', ocr: 'OCR', ms: 'ms', mb: 'MB', gb: 'GB' };

/** `apiGateway` and `api_gateway` as `API gateway`. */
export function spoken(name: string): string {
  const spaced = name
    .replace(/_/g, ' ')
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase();
  const sentence = spaced.charAt(0).toUpperCase() + spaced.slice(1);
  return sentence.replace(capitals, (word) => spelled[word.toLowerCase()] ?? word);
}
