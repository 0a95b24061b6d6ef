// A result as a line of JSON (--json).
import type { ByteOutput, Destination } from './destinations.ts';
import { jsonLine } from './json-line.ts';
import type { Spool } from './spool.ts';
import type { WholeFile } from './whole-file.ts';

interface JsonSettings {
  readonly output: ByteOutput;
  /** The input as it was named; `-` for standard input. */
  readonly file: string;
  readonly withBlocks: boolean;
  /** Holds the Markdown until it is known to be whole: a line says either converted or failed. */
  readonly held: { readonly spool: Spool } | { readonly file: WholeFile; readonly path: string };
}

export function jsonDestination({ output, file, withBlocks, held }: JsonSettings): Destination {
  const intoSpool = 'spool' in held ? held.spool : undefined;
  const intoFile = 'file' in held ? held : undefined;
  return {
    write: (piece) => (intoSpool ?? intoFile?.file)?.write(piece),
    async done(outcome, imagePaths) {
      try {
        intoFile?.file.commit();
        const head = {
          file,
          status: 'converted',
          ...(intoFile === undefined ? {} : { output: intoFile.path }),
        };
        const tail = {
          metadata: outcome.metadata,
          warnings: outcome.warnings,
          images: outcome.images.map(({ name, url, mediaType, size }, index) => ({
            name,
            url,
            mediaType,
            size,
            path: imagePaths[index],
          })),
          ...(withBlocks ? { blocks: outcome.blocks() } : {}),
        };
        for (const piece of jsonLine(head, intoSpool?.pieces(), tail)) await output.write(piece);
      } finally {
        intoSpool?.close();
      }
    },
    async failed(failure) {
      intoFile?.file.discard();
      intoSpool?.close();
      for (const piece of jsonLine({ file, status: 'failed' }, undefined, { error: failure.record() })) {
        await output.write(piece);
      }
    },
  };
}
