// What a text begins with that says what a table or a figure shows, or where it comes from.

const caption =
  /^(?:(?:figure|fig\.|table|tab\.|diagram|chart|graph|plate|exhibit|box|photo|image|map|listing|algorithm|scheme)\s*(?:\d|[A-Z]?\d|[ivx]+\b)|(?:sources?|notes?)\s*:)/i;

export const isCaption = (text: string): boolean => caption.test(text);
