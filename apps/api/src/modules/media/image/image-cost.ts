import type { ImageFacts } from './inspect-image.ts';

/** Multiple pages of other formats are not animation frames. */
export function isPlayable({ decoder, frames }: ImageFacts): boolean {
  return frames > 1 && (decoder === 'gif' || decoder === 'webp');
}

/** The number of pixels to decode and encode; all frames of an animation. */
export function costOf(facts: ImageFacts, { isAnimated }: { isAnimated: boolean }): number {
  return isAnimated ? facts.pixels * facts.frames : facts.pixels;
}
