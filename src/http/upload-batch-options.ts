// The options of a batch: those of all files, those of one file on top of them, and what concerns the batch itself.
import type { ParsedOptions } from '../convert/options.ts';
import { Failure } from '../core/failure.ts';
import type { BatchUpload, UploadedFile } from './upload-batch-content.ts';
import { parseWireOptions } from './wire-options.ts';

/** Specification 4.2: `true` converts the files at the same time. */
const parallelName = 'parallel_processing';

export interface OptionedBatch<S> {
  readonly sequential: boolean;
  readonly files: readonly { readonly file: UploadedFile<S>; readonly parsed: ParsedOptions }[];
}

/** A wrong value refuses the whole batch, naming its place: nothing is converted by options nobody meant. */
export function withOptions<S>(upload: BatchUpload<S>): OptionedBatch<S> {
  const common = new Map(upload.options);
  const sequential = isSequential(common.get(parallelName));
  common.delete(parallelName);
  const ofAll = parsed(common, 'options');
  return {
    sequential,
    files: upload.files.map((file, index) => ({
      file,
      parsed:
        file.options.size === 0 ? ofAll : parsed(new Map([...common, ...file.options]), `files[${index}].options`),
    })),
  };
}

/** A form can only send text. */
function isSequential(given: unknown): boolean {
  if (given === undefined || given === null || given === true || given === 'true') return false;
  if (given === false || given === 'false') return true;
  throw new Failure('REQUEST_002', {
    field: `options.${parallelName}`,
    details: `${parallelName} must be true or false.`,
  });
}

function parsed(options: ReadonlyMap<string, unknown>, place: string): ParsedOptions {
  try {
    return parseWireOptions(options);
  } catch (error) {
    if (!(error instanceof Failure) || error.field === undefined) throw error;
    const { code, ...parts } = error.record();
    throw new Failure(code, { ...parts, field: `${place}.${error.field}` });
  }
}
