import type { FileFacts } from '../formats/file-facts.ts';

/** Full HD, upright or not. */
export const longSideMaxPx = 1920;
export const shortSideMaxPx = 1080;
/** Enough for full HD; also slow connections play it. */
const bitsPerSecondMax = 8_000_000;

/** The streams that are copied instead of encoded again. */
export interface ConversionPlan {
  copiesVideoStream: boolean;
  copiesAudioStream: boolean;
}

/**
 * The conversion to H.264 and AAC in MP4 that a file needs. Null for a video that all browsers play
 * and that is of a sensible size, and for other media.
 */
export function planConversion(
  { video, width, height, durationMs }: FileFacts,
  bytes: number,
): ConversionPlan | null {
  if (video === undefined) return null;
  const isSmall = isWithinSize(width, height) && isWithinRate(bytes, durationMs);
  const plan = {
    copiesVideoStream: video.isVideoStreamCompatible && isSmall,
    copiesAudioStream: video.isAudioStreamCompatible,
  };
  return plan.copiesVideoStream && plan.copiesAudioStream && video.isStreamable ? null : plan;
}

function isWithinSize(width: number | null, height: number | null): boolean {
  if (width === null || height === null) return false;
  return Math.max(width, height) <= longSideMaxPx && Math.min(width, height) <= shortSideMaxPx;
}

function isWithinRate(bytes: number, durationMs: number | null): boolean {
  return durationMs !== null && (bytes * 8 * 1000) / durationMs <= bitsPerSecondMax;
}
