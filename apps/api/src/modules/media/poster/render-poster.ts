import { rm } from 'node:fs/promises';
import type { Logger } from '../../../platform/logger.ts';
import { createFairQueue } from '../fair-queue.ts';
import type { RenderPlan } from '../image/render-image.ts';
import { renderInTurn } from '../image/render-in-turn.ts';
import { extractFrame } from './run-ffmpeg.ts';
import type { FilmExtension } from './run-ffmpeg.ts';

/** A still picture of a film, as WebP. */
export interface Poster {
  content: Uint8Array;
  width: number;
  height: number;
  blurhash: string;
}

/** Null where none can be made: a film is as good without. */
export type RenderPoster = (
  path: string,
  extension: string,
  userId: string,
) => Promise<Poster | null>;

const plan: RenderPlan = { isAnimated: false, sideMaxPx: 1280, variantWidths: [] };

/** @param ffmpegPath the program, or its name to be found on `searchPath`; it need not be there */
export function createPosterRenderer(options: {
  ffmpegPath: string;
  searchPath: string | undefined;
  logger: Logger;
}): RenderPoster {
  const queue = createFairQueue({ slots: 1, largeSlots: 1 });
  return async (path, extension, userId) => {
    if (!isFilmExtension(extension)) return null;
    const target = `${path}.png`;
    try {
      const isThere = await queue.run({ userId, cost: 1 }, () =>
        extractFrame(options, { path, extension }, target),
      );
      return isThere ? await render(target, userId) : null;
    } catch (error) {
      options.logger.warn({ err: error }, 'could not make a picture of a video');
      return null;
    } finally {
      await rm(target, { force: true });
    }
  };
}

async function render(path: string, userId: string): Promise<Poster> {
  // Loaded with the first picture, as in `checkUpload`.
  const { inspectImage } = await import('../image/inspect-image.ts');
  const facts = await inspectImage(path);
  const { largest, blurhash } = await renderInTurn({ userId, path, facts, plan });
  return { ...largest, blurhash };
}

function isFilmExtension(extension: string): extension is FilmExtension {
  return extension === 'mp4' || extension === 'mov' || extension === 'webm';
}
