import type { ImageFacts } from './inspect-image.ts';

/** Other formats may hold several pictures, too, which are no frames. */
export function isPlayable({ decoder, frames }: ImageFacts): boolean {
  return frames > 1 && (decoder === 'gif' || decoder === 'webp');
}

/** Pixels that are decoded and encoded: those of all frames where an animation stays one. */
export function costOf(facts: ImageFacts, { isAnimated }: { isAnimated: boolean }): number {
  return isAnimated ? facts.pixels * facts.frames : facts.pixels;
}
