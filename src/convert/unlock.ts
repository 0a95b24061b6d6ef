// Opens documents that are encrypted as a whole, before anything looks at what they are.

import { isOle } from './containers/ole-directory.ts';
import type { DocumentInput } from './input.ts';
import type { ConvertOptions } from './options.ts';
import { sniffsLocked } from './sniff-magic.ts';

/** The document itself; the input as it came when it is not locked. */
export async function unlock(input: DocumentInput, options: Pick<ConvertOptions, 'password'>): Promise<DocumentInput> {
  if (!isOle(input.source.read(0, 8)) || !sniffsLocked(input.source)) return input;
  const { decryptOffice } = await import('./containers/office-encryption.ts');
  const source = decryptOffice(input.source, options.password);
  return source === undefined ? input : { ...input, source };
}
