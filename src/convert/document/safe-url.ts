// Which link targets may leave the house: a target that runs code or carries a document of its own never does.

const unsafeScheme = /^(?:javascript|vbscript|data):/i;
const imageData = /^data:image\/(?:png|jpe?g|gif|webp|avif|bmp|tiff?)[;,]/i;
/** Browsers skip these when they read a scheme (WHATWG URL, 4.4: leading C0 and space, tab and newline anywhere). */
const ignoredInScheme = /[\u0000-\u0020\u007f-\u00a0\u00ad\u200b-\u200f\u2028-\u202f\u2060-\u206f\ufeff]/g;
/** Longest start of a target that can hide a scheme; the rest need not be looked at. */
const schemeWindow = 4096;

/** What most targets begin with; saves the closer look. */
const plainStart = /^(?:https?:|[#/.?])/;

function bareStart(url: string): string {
  return url.slice(0, schemeWindow).replace(ignoredInScheme, '');
}

export function isSafeLinkTarget(url: string): boolean {
  return plainStart.test(url) || !unsafeScheme.test(bareStart(url));
}

/** Images may be inline data, as long as the data is a picture that cannot hold script (so not SVG). */
export function isSafeImageTarget(url: string): boolean {
  const start = bareStart(url);
  return !unsafeScheme.test(start) || imageData.test(start);
}
