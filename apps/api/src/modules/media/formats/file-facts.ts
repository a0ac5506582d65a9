import type { FileEdit } from './file-edits.ts';
import { dayMs } from '../../../platform/clock.ts';

/** Decides whether and how a video is converted. */
export interface VideoFacts {
  /** H.264 with 8 bits and 4:2:0 chroma, which every browser plays. */
  isVideoStreamCompatible: boolean;
  /** AAC, or no audio. */
  isAudioStreamCompatible: boolean;
  /** An MP4 file that browsers play while they load it. */
  isStreamable: boolean;
  /** Most browsers play the file. */
  isPlayable: boolean;
  /** The encoding of a high dynamic range; null for the range of standard displays. */
  hdr: HdrTransfer | null;
}

/** Hybrid log-gamma, or perceptual quantizer. */
export type HdrTransfer = 'hlg' | 'pq';

/** By the number in ITU-T H.273, table 3. */
const hdrTransfers = new Map<number, HdrTransfer>([
  [16, 'pq'],
  [18, 'hlg'],
]);

export function toHdrTransfer(number: number): HdrTransfer | null {
  return hdrTransfers.get(number) ?? null;
}

/** The facts found in a file. */
export interface FileFacts {
  mediaType: 'video' | 'audio' | 'other';
  extension: 'mp4' | 'mov' | 'webm' | 'mp3' | 'm4a' | 'ogg' | 'wav' | 'pdf';
  /** Display size after rotation. Null if unknown or without pictures. */
  width: number | null;
  height: number | null;
  durationMs: number | null;
  /** Set only for videos. */
  video?: VideoFacts;
  /** Edits that erase all metadata from the stored copy. */
  edits: FileEdit[];
}

const sideMaxPx = 16_384;
const durationMaxMs = 7 * dayMs;

/** Discards impossible sizes and durations. */
export function toFacts(facts: FileFacts): FileFacts {
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
