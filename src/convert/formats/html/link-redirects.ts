// Links that only count clicks: search engines, mail filters and social sites wrap the address they lead to inside
// their own. The wrapped address is what the page means, shorter, and still right when the wrapper has expired.

interface Wrapper {
  readonly host: RegExp;
  readonly path: RegExp;
  readonly parameter: string;
  readonly decode?: (value: string) => string;
}

/** Base64url behind a two-character version mark. */
const marked64 = (value: string): string => Buffer.from(value.slice(2), 'base64url').toString('utf8');

const wrappers: readonly Wrapper[] = [
  { host: /(?:^|\.)bing\.com$/, path: /^\/ck\/a$/, parameter: 'u', decode: marked64 },
  { host: /(?:^|\.)google\.[a-z.]{2,6}$/, path: /^\/url$/, parameter: 'q' },
  { host: /(?:^|\.)google\.[a-z.]{2,6}$/, path: /^\/url$/, parameter: 'url' },
  { host: /^(?:www\.)?duckduckgo\.com$/, path: /^\/l\/$/, parameter: 'uddg' },
  { host: /^lm?\.(?:facebook|instagram)\.com$/, path: /^\/(?:l\.php)?$/, parameter: 'u' },
  { host: /^(?:www\.)?youtube\.com$/, path: /^\/redirect$/, parameter: 'q' },
  { host: /(?:^|\.)safelinks\.protection\.outlook\.com$/, path: /^\//, parameter: 'url' },
  { host: /^(?:www\.)?linkedin\.com$/, path: /^\/redir\/redirect$/, parameter: 'url' },
  { host: /^out\.reddit\.com$/, path: /^\//, parameter: 'url' },
];

/** The address inside a wrapper, undefined where that is no address of a page; without a wrapper the address itself. */
export function unwrapRedirect(address: string): string | undefined {
  if (
    !/^https?:\/\/[^/]*(?:bing|google|duckduckgo|facebook|instagram|youtube|outlook|linkedin|reddit)\./i.test(
      address.slice(0, 200),
    )
  ) {
    return address;
  }
  try {
    const url = new URL(address);
    for (const wrapper of wrappers) {
      if (!wrapper.host.test(url.hostname) || !wrapper.path.test(url.pathname)) continue;
      const value = url.searchParams.get(wrapper.parameter);
      if (value === null) continue;
      const inner = wrapper.decode === undefined ? value : wrapper.decode(value);
      // A path alone is a page of the wrapper's own site.
      const resolved = new URL(inner, url);
      return resolved.protocol === 'https:' || resolved.protocol === 'http:' ? resolved.href : undefined;
    }
  } catch {
    // Not an address after all: it stays as the page wrote it.
  }
  return address;
}
