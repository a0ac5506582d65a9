/** The header of an MP3 frame (ISO/IEC 11172-3, 13818-3; layer III). */
export interface Mp3Frame {
  bytes: number;
  durationMs: number;
}

const bitrates = {
  1: [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
  2: [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
} as const;
const sampleRates = [44_100, 48_000, 32_000] as const;
/** By the two version bits: MPEG 2.5, reserved, 2 and 1. */
const rateDivisors = [4, null, 2, 1] as const;
const layer3 = 1;

/** Null if the bytes are not a frame header. */
export function readMp3Frame(header: Buffer): Mp3Frame | null {
  const word = header.readUInt32BE(0);
  const divisor = rateDivisors[(word >>> 19) & 3] ?? null;
  const isFrame = word >>> 21 === 0x7ff && ((word >>> 17) & 3) === layer3;
  const bitrate = bitrates[divisor === 1 ? 1 : 2][(word >>> 12) & 15];
  const fullRate = sampleRates[(word >>> 10) & 3];
  if (!isFrame || divisor === null || !bitrate || fullRate === undefined) return null;
  const sampleRate = fullRate / divisor;
  const samples = divisor === 1 ? 1152 : 576;
  const padding = (word >>> 9) & 1;
  return {
    bytes: Math.floor((samples * bitrate * 125) / sampleRate) + padding,
    durationMs: (samples / sampleRate) * 1000,
  };
}
