// Reads Content-Disposition as strictly as RFC 6266 writes it, to judge what the service sends: anything out of the
// grammar is an error.

export interface StrictDisposition {
  readonly type: string;
  /** The plain and the extended name, decoded. */
  readonly filename?: string;
  readonly extended?: string;
}

const token = /[!#$%&'*+.^_`|~0-9A-Za-z-]+/y;
const quoted = /"(?:[\t !#-[\]-~]|\\[\t -~])*"/y;
/** RFC 8187, section 3.2.1. */
const extendedValue = /^UTF-8'[A-Za-z-]*'((?:%[0-9A-F]{2}|[!#$&+.^_`|~0-9A-Za-z-])*)$/;

export function strictDisposition(header: string): StrictDisposition {
  let at = 0;
  const take = (pattern: RegExp, what: string): string => {
    pattern.lastIndex = at;
    const found = pattern.exec(header)?.[0];
    if (found === undefined) throw new Error(`no ${what} at ${at} of ${JSON.stringify(header)}`);
    at += found.length;
    return found;
  };
  const type = take(token, 'type');
  const parameters = new Map<string, string>();
  while (at < header.length) {
    take(/[ \t]*;[ \t]*/y, 'semicolon');
    const name = take(token, 'name').toLowerCase();
    take(/=/y, 'equals sign');
    if (parameters.has(name)) throw new Error(`${name} twice in ${JSON.stringify(header)}`);
    const isQuoted = header[at] === '"';
    const value = take(isQuoted ? quoted : token, 'value');
    parameters.set(name, isQuoted ? value.slice(1, -1).replace(/\\(.)/g, '$1') : value);
  }
  const plain = parameters.get('filename');
  const star = parameters.get('filename*');
  const encoded = star === undefined ? undefined : extendedValue.exec(star)?.[1];
  if (star !== undefined && encoded === undefined) throw new Error(`not an extended value: ${star}`);
  return {
    type,
    ...(plain === undefined ? {} : { filename: plain }),
    // Fails where the bytes are not UTF-8.
    ...(encoded === undefined ? {} : { extended: decodeURIComponent(encoded) }),
  };
}
