import type { FileEdit } from './file-edits.ts';

/** What a file's container says of it. */
export interface ContainerFacts {
  mediaType: 'video' | 'audio' | 'other';
  extension: 'mp4' | 'mov' | 'webm' | 'mp3' | 'm4a' | 'ogg' | 'wav' | 'pdf';
  /** As it is to be shown, upright. Null where it does not tell, and of what has no picture. */
  width: number | null;
  height: number | null;
  durationMs: number | null;
  /** What is to be overwritten in what is kept: all that it carries beside sound and pictures. */
  edits: FileEdit[];
}

const sideMaxPx = 16_384;
const durationMaxMs = 7 * 24 * 60 * 60 * 1000;

/** What a container says of sizes and times is believed where it is possible. */
export function toFacts(facts: ContainerFacts): ContainerFacts {
  const { width, height, durationMs } = facts;
  const hasSize = isWithin(width, 1, sideMaxPx) && isWithin(height, 1, sideMaxPx);
  return {
    ...facts,
    width: hasSize ? width : null,
    height: hasSize ? height : null,
    durationMs: isWithin(durationMs, 1, durationMaxMs) ? Math.round(Number(durationMs)) : null,
  };
}

function isWithin(value: number | null, min: number, max: number): boolean {
  return value !== null && value >= min && value <= max;
}
