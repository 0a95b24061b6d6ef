// What a child left behind, checked before it is handed on: plain files of the stated size at the places we named,
// never what a link planted there leads to.
import type { Stats } from 'node:fs';
import { lstat } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type ConversionTask,
  type DoneMessage,
  imagesDir,
  imageUrl,
  mapPath,
  markdownPath,
  type TaskOutcome,
} from './protocol.ts';

/** The outcome, or the reason why it cannot be trusted. */
export async function collectOutcome(task: ConversionTask, done: DoneMessage): Promise<TaskOutcome | string> {
  const { metadata, warnings } = done;
  const images = done.images.map(({ name, mediaType, size }) => ({
    name,
    url: imageUrl(task, name),
    mediaType,
    path: join(imagesDir(task), name),
    size,
  }));
  const outcome = { markdownPath: markdownPath(task), mapPath: mapPath(task), metadata, warnings, images };
  if ((await plainFile(outcome.markdownPath)) !== metadata.markdownBytes) return 'result.md is not what was reported';
  if ((await plainFile(outcome.mapPath)) === undefined) return 'blocks.json is not a plain file';
  if (images.length > 0 && (await look(imagesDir(task)))?.isDirectory() !== true) return 'images is not a folder';
  for (const { name, path, size } of images) {
    if ((await plainFile(path)) !== size) return `the image ${name} is not what was reported`;
  }
  return outcome;
}

/** Size of a regular file with one name. */
async function plainFile(path: string): Promise<number | undefined> {
  const stats = await look(path);
  return stats?.isFile() === true && stats.nlink === 1 ? stats.size : undefined;
}

async function look(path: string): Promise<Stats | undefined> {
  try {
    return await lstat(path);
  } catch {
    return undefined;
  }
}
