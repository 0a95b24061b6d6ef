// The border between our names and the wire's: camelCase inside, snake_case outside.

export const wireName = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** The name of a field in an error: one of ours is spelled as on the wire, a header or a path stays as it is. */
export const wireField = (field: string): string => (/^[a-z]+(?:[A-Z][a-z]*)+$/.test(field) ? wireName(field) : field);

export const houseName = (name: string): string =>
  name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

/** A copy with the keys of the top level in the wire's spelling. */
export function wireNames(values: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [wireName(name), value]));
}
