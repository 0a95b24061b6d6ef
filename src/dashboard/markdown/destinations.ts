// Which addresses a document may use in these pages: links to the web and to mail, pictures of our own files alone.

/** The address as it may be followed, or undefined: `javascript:`, `data:` and relative ones are only text. */
export function safeLink(destination: string): string | undefined {
  if (!URL.canParse(destination)) return undefined;
  const { protocol, href } = new URL(destination);
  return protocol === 'http:' || protocol === 'https:' || protocol === 'mailto:' ? href : undefined;
}

/**
 * The path of a picture that we stored ourselves, or undefined. `own` is the public address of the service as its
 * answers tell it, which may differ from the one in the browser.
 */
export function ownPicture(destination: string, own: string | undefined): string | undefined {
  if (own === undefined || !URL.canParse(destination) || !URL.canParse(own)) return undefined;
  const url = new URL(destination);
  const isOurs = url.origin === new URL(own).origin && /^\/files\/[^/]+\/images\//.test(url.pathname);
  return isOurs ? url.pathname + url.search : undefined;
}
