import type { ImageFacts } from './inspect-image.ts';
import type { RenderPlan } from './render-image.ts';

/** Multiple pages of other formats are not animation frames. */
export function isPlayable({ decoder, frames }: ImageFacts): boolean {
  return frames > 1 && (decoder === 'gif' || decoder === 'webp');
}

/** The number of pixels to decode and encode; all frames of an animation. */
export function getCost(facts: ImageFacts, { isAnimated }: { isAnimated: boolean }): number {
  return isAnimated ? facts.pixels * facts.frames : facts.pixels;
}

/** Measured for 1080 × 10,800 pixels: the decoded copy and the encoder. */
const encodeBytesPerPixel = 12;

/** Estimates the memory to decode an image and to encode its largest copy. */
export function estimateMemory(
  { width, height, pixels, decodeBytes }: ImageFacts,
  { sideMaxPx }: RenderPlan,
): number {
  const scale = Math.min(1, sideMaxPx / Math.max(width, height));
  return decodeBytes + encodeBytesPerPixel * pixels * scale ** 2;
}
