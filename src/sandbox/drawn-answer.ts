// The answer to a task that asks for pages as pictures: the same files as of a conversion, so that the parent checks and
// collects them in the same way. There is no Markdown, the map holds the sizes of the pages, the picture is an image.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileSource } from '../convert/index.ts';
import { drawPages } from '../convert/page-drawing.ts';
import {
  type ConversionTask,
  type DoneMessage,
  type DrawingTask,
  imagesDir,
  mapPath,
  markdownPath,
} from './protocol.ts';

const pictureName = 'page.png';
const once = { flag: 'wx' } as const;

export async function drawnAnswer(id: number, task: ConversionTask, drawing: DrawingTask): Promise<DoneMessage> {
  const source = fileSource(task.inputPath);
  try {
    const input = {
      source,
      ...(task.name === undefined ? {} : { name: task.name }),
      ...(task.mediaType === undefined ? {} : { mediaType: task.mediaType }),
    };
    const { format, pages, png } = await drawPages(input, { ...drawing, password: task.options.password });
    writeFileSync(markdownPath(task), '', once);
    writeFileSync(mapPath(task), JSON.stringify({ pages }), once);
    if (png !== undefined) {
      mkdirSync(imagesDir(task));
      writeFileSync(join(imagesDir(task), pictureName), png, once);
    }
    return {
      type: 'done',
      id,
      rss: process.memoryUsage.rss(),
      metadata: {
        format,
        pages: pages.length,
        markdownBytes: 0,
        words: 0,
        language: 'und',
        qualityScore: 0,
        ocrUsed: false,
      },
      warnings: [],
      images: png === undefined ? [] : [{ name: pictureName, mediaType: 'image/png', size: png.length }],
    };
  } finally {
    source.close();
  }
}
