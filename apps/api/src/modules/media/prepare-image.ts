import { animationMaxFrames, animationMaxPixels, imageMaxPixels } from '@skein/contracts/limits';
import type { UploadedFile } from '../../shared/uploaded-file.ts';
import type { AcceptedFormat } from './accepted-formats.ts';
import { inspectImage } from './image/inspect-image.ts';
import type { ImageFacts } from './image/inspect-image.ts';
import type { RenderedImage } from './image/render-image.ts';
import { renderInTurn } from './image/render-in-turn.ts';
import { damagedPicture, tooLarge } from './refusals.ts';

const still = { isAnimated: false, sideMaxPx: 2048, variantWidths: [320, 640, 1280] };
// Encoding frames takes seconds, so there are fewer and smaller copies of them.
const animated = { isAnimated: true, sideMaxPx: 1280, variantWidths: [640] };

/**
 * Makes what is shown of an uploaded picture. The caps are checked on the header alone, before
 * any pixel is decoded.
 * @throws PayloadTooLargeError, UnsupportedMediaError
 */
export async function renderUploadedImage(
  file: UploadedFile,
  format: AcceptedFormat,
): Promise<RenderedImage> {
  const facts = await inspectImage(file.path).catch((error: unknown) => {
    throw damagedPicture(file, error);
  });
  if (facts.decoder !== format.decoder) throw damagedPicture(file);
  requireWithinCaps(file, facts);
  const plan = canAnimate(facts) ? animated : still;
  return renderInTurn(file.path, facts, plan).catch((error: unknown) => {
    throw damagedPicture(file, error);
  });
}

function requireWithinCaps(file: UploadedFile, { pixels, frames }: ImageFacts): void {
  if (pixels > imageMaxPixels) throw tooLarge(file, `${imageMaxPixels / 1e6} megapixels`);
  if (frames > animationMaxFrames) throw tooLarge(file, `${animationMaxFrames} frames`);
  if (frames > 1 && pixels * frames > animationMaxPixels) {
    throw tooLarge(file, `${animationMaxPixels / 1e6} megapixels in all frames together`);
  }
}

function canAnimate({ decoder, frames }: ImageFacts): boolean {
  return frames > 1 && (decoder === 'gif' || decoder === 'webp');
}
