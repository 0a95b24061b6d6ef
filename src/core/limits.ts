// What one conversion may spend. Every loop over untrusted input is bounded by one of these names.

export interface Limits {
  /** Bytes of Markdown one document may yield. */
  readonly outputBytes: number;
  /** Bytes a reader may hold in memory of one part at a time (whole-file formats such as html, json, xml). */
  readonly wholeFileBytes: number;
  /** Bytes that all compressed parts of a document may inflate to. */
  readonly inflatedBytes: number;
  /** Entries of an archive. */
  readonly archiveEntries: number;
  /** Nodes of the document tree that may be alive at one time. */
  readonly liveNodes: number;
  /** Nesting of blocks in the tree; deeper content is flattened, with a warning. */
  readonly depth: number;
  /** Columns of one table. */
  readonly tableColumns: number;
  /** Documents within documents (attachments of a message). */
  readonly embeddedDepth: number;
  readonly embeddedDocuments: number;
  /** Warnings kept; more are counted. */
  readonly warnings: number;
  /** Entries of the provenance map kept. */
  readonly mappedBlocks: number;
  /** Extracted images and their bytes in all. */
  readonly images: number;
  readonly imageBytes: number;
  /** Pixels of one image before it is decoded. */
  readonly imagePixels: number;
  /** The same for kinds that are decoded as a whole and not row by row: GIF, WebP, BMP, interlaced and progressive ones. */
  readonly imageHeldPixels: number;
  /** Pixels of an image once it is decoded; larger ones are made smaller on the way. */
  readonly rasterPixels: number;
  /** Frames or pages of one image. */
  readonly imageFrames: number;
  /** Pictures inside a document whose text is read, and their pixels in all. */
  readonly ocrPictures: number;
  readonly ocrPixels: number;
  /** Pages of one document that are read as pictures, and pictures on one page that carries text besides. */
  readonly ocrPages: number;
  readonly ocrPicturesOfPage: number;
}

export const defaultLimits: Limits = {
  outputBytes: 4 * 2 ** 30,
  wholeFileBytes: 256 * 2 ** 20,
  inflatedBytes: 2 * 2 ** 30,
  archiveEntries: 65_536,
  liveNodes: 5_000_000,
  depth: 100,
  tableColumns: 20_000,
  embeddedDepth: 3,
  embeddedDocuments: 100,
  warnings: 200,
  mappedBlocks: 100_000,
  images: 1_000,
  imageBytes: 512 * 2 ** 20,
  imagePixels: 200_000_000,
  imageHeldPixels: 40_000_000,
  rasterPixels: 9_000_000,
  imageFrames: 500,
  ocrPictures: 100,
  ocrPixels: 200_000_000,
  ocrPages: 2_000,
  ocrPicturesOfPage: 8,
};
