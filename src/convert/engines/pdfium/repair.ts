// A PDF that was cut off has its objects but not the table at its end: given a trailer that names the catalogue, PDFium
// finds the rest by itself (ISO 32000-2, 7.5.5 and 7.7.2).
import { asBuffer } from '../../containers/as-buffer.ts';
import { type ByteSource, chunks } from '../../input.ts';

const searchedBytes = 256 * 2 ** 20;
/** How far the type may stand behind the number of its object. */
const catalogReach = 2_000;

/** The file with a trailer at its end; undefined where no catalogue is found. */
export function withTrailer(source: ByteSource): ByteSource | undefined {
  const found = findCatalog(source);
  if (found === undefined) return undefined;
  const trailer = Buffer.from(`\ntrailer\n<< /Root ${found} R >>\nstartxref\n0\n%%EOF\n`, 'latin1');
  return {
    size: source.size + trailer.length,
    read(offset, length) {
      const own =
        offset < source.size ? source.read(offset, Math.min(length, source.size - offset)) : new Uint8Array(0);
      if (offset + length <= source.size) return own;
      const from = Math.max(0, offset - source.size);
      return Buffer.concat([own, trailer.subarray(from, Math.max(from, offset + length - source.size))]);
    },
  };
}

/** Number and generation of the last object that says it is the catalogue. */
function findCatalog(source: ByteSource): string | undefined {
  let found: string | undefined;
  let carry = '';
  for (const piece of chunks(source, 0, Math.min(source.size, searchedBytes))) {
    const text = carry + asBuffer(piece).toString('latin1');
    for (let at = text.indexOf('/Catalog'); at >= 0; at = text.indexOf('/Catalog', at + 8)) {
      const before = text.slice(Math.max(0, at - catalogReach), at);
      const object = [...before.matchAll(/(\d{1,10})[ \r\n\t]{1,4}(\d{1,5})[ \r\n\t]{1,4}obj\b/g)].at(-1);
      if (object !== undefined && /\/Type[ \r\n\t]{0,4}$/.test(before)) found = `${object[1]} ${object[2]}`;
    }
    carry = text.slice(-catalogReach);
  }
  return found;
}
