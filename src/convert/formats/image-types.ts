// What a picture inside a document is by the end of its name, where the document does not say.

export const imageTypes: ReadonlyMap<string, string> = new Map([
  ['png', 'image/png'],
  ['jpg', 'image/jpeg'],
  ['jpeg', 'image/jpeg'],
  ['gif', 'image/gif'],
  ['bmp', 'image/bmp'],
  ['tif', 'image/tiff'],
  ['tiff', 'image/tiff'],
  ['webp', 'image/webp'],
  ['svg', 'image/svg+xml'],
  ['emf', 'image/emf'],
  ['wmf', 'image/wmf'],
]);
