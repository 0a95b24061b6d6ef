// The border to the service: JSON has snake_case names on the wire and camelCase names in these pages.

const toHouse = (name: string): string =>
  name.replace(/(?<=[a-z0-9])_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
const toWire = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

function renamed(value: unknown, rename: (name: string) => string): unknown {
  if (Array.isArray(value)) return value.map((one) => renamed(one, rename));
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [rename(name), renamed(one, rename)]));
}

export const fromWire = (body: unknown): unknown => renamed(body, toHouse);
export const toWireBody = (body: unknown): unknown => renamed(body, toWire);

/** The query of an address; what is undefined or empty is left out. */
export function queryOf(fields: Readonly<Record<string, string | number | undefined>>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(fields)) {
    if (value !== undefined && value !== '') query.set(toWire(name), String(value));
  }
  const text = query.toString();
  return text === '' ? '' : `?${text}`;
}
