import { rm } from 'node:fs/promises';
import type { Logger } from '../../../platform/logger.ts';
import type { CheckedFile } from '../check-upload.ts';
import { createFairQueue } from '../../../platform/fair-queue.ts';
import { isVideoExtension } from '../ffmpeg/ffmpeg.ts';
import type { Ffmpeg } from '../ffmpeg/ffmpeg.ts';
import type { RenderPlan } from '../image/render-image.ts';
import { queueRender } from '../image/render-queue.ts';
import { extractFrame } from './extract-frame.ts';

/** A still image of a video, as WebP. */
export interface Poster {
  content: Uint8Array;
  width: number;
  height: number;
  blurhash: string;
}

/** Null when no poster can be rendered; the video is published without one. */
export type RenderPoster = (
  video: Pick<CheckedFile, 'file' | 'facts' | 'poster'>,
  userId: string,
) => Promise<Poster | null>;

const plan: RenderPlan = { isAnimated: false, sideMaxPx: 1280, variantWidths: [] };

/** Renders a frame of the video or, if ffmpeg cannot, the poster that was uploaded with it. */
export function createPosterRenderer(options: Ffmpeg & { logger: Logger }): RenderPoster {
  const queue = createFairQueue({ slots: 1 });
  const renderOrWarn = (path: string, userId: string) =>
    render(path, userId).catch((error: unknown) => {
      options.logger.warn({ err: error }, 'could not make a picture of a video');
      return null;
    });
  return async ({ file: { path }, facts: { extension, video }, poster }, userId) => {
    if (!isVideoExtension(extension)) return null;
    const hdr = video?.hdr ?? null;
    const target = `${path}.png`;
    try {
      const isExtracted = await queue.run({ owner: userId }, () =>
        extractFrame(options, { path, extension, hdr }, target),
      );
      const frame = isExtracted ? await renderOrWarn(target, userId) : null;
      return frame ?? (poster && (await renderOrWarn(poster.file.path, userId)));
    } finally {
      await rm(target, { force: true });
    }
  };
}

async function render(path: string, userId: string): Promise<Poster> {
  // Loaded lazily, as in `checkUpload`.
  const { inspectImage } = await import('../image/inspect-image.ts');
  const facts = await inspectImage(path);
  const { largest, blurhash } = await queueRender({ userId, path, facts, plan });
  return { ...largest, blurhash };
}
