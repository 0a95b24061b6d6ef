// Writes the extracted images of one document; new ones are taken away again when the document fails.
import { existsSync, mkdirSync, rmdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Cleanup } from './cleanup.ts';
import type { EngineImage } from './engine.ts';
import { writeFailure } from './file-failures.ts';

export interface SavedImages {
  readonly paths: readonly string[];
  /** The result they belong to is in its place. */
  keep(): void;
  /** The result they belong to failed. */
  remove(): void;
}

export function saveImages(images: readonly EngineImage[], folder: string, cleanup: Cleanup): SavedImages {
  const paths: string[] = [];
  if (images.length === 0) return { paths, keep: () => {}, remove: () => {} };
  /** Only what was not there before may be taken away again. */
  const added: string[] = [];
  const undo = (): void => {
    for (const path of added) rmSync(path, { force: true });
    try {
      rmdirSync(folder);
    } catch {
      // It holds something else, or was never made: then it stays as it is.
    }
  };
  const keep = cleanup.add(undo);
  const remove = (): void => {
    undo();
    keep();
  };
  try {
    mkdirSync(folder, { recursive: true });
    for (const image of images) {
      const path = join(folder, image.name);
      paths.push(path);
      if (!existsSync(path)) added.push(path);
      image.copyTo(path);
    }
  } catch (error) {
    remove();
    throw writeFailure(error, folder);
  }
  return { paths, keep, remove };
}
