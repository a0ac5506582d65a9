import { execFile, spawn } from 'node:child_process';
import { tmpdir } from 'node:os';
import { promisify } from 'node:util';
import type { HdrTransfer } from '../formats/file-facts.ts';

const timeoutMs = 15_000;
/** The luminance of white in candelas per square meter (ITU-R BT.2408). Midtones stay as they are. */
const hdrWhite = 203;

/** The demuxers by the format that our own inspection has found; ffmpeg must not try others. */
export const demuxers = { mp4: 'mov', mov: 'mov', webm: 'matroska' } as const;

export type VideoExtension = keyof typeof demuxers;

export function isVideoExtension(extension: string): extension is VideoExtension {
  return Object.hasOwn(demuxers, extension);
}

/** An optional program. */
export interface Ffmpeg {
  /** The program, or its name on `searchPath`. */
  ffmpegPath: string;
  searchPath: string | undefined;
}

/**
 * Writes a representative frame of the video's first second as a PNG, which is rarely a black one.
 * Resolves to false on failure, also without ffmpeg.
 */
export async function extractFrame(
  ffmpeg: Ffmpeg,
  video: { path: string; extension: VideoExtension; hdr: HdrTransfer | null },
  target: string,
): Promise<boolean> {
  const { ffmpegPath, searchPath } = ffmpeg;
  const toneMapping = await listToneMapping(ffmpeg, video.hdr);
  return new Promise((resolve) => {
    const child = spawn(ffmpegPath, toArguments(video, toneMapping, target), {
      cwd: tmpdir(),
      // Without the server's secrets, and without ffmpeg's own settings, which could load code.
      env: { PATH: searchPath },
      stdio: 'ignore',
      timeout: timeoutMs,
      killSignal: 'SIGKILL',
    });
    child.once('error', () => resolve(false));
    child.once('close', (code) => resolve(code === 0));
  });
}

/** Whether ffmpeg is installed and can write H.264 and AAC. */
export function canConvert(ffmpeg: Ffmpeg): Promise<boolean> {
  return supports(ffmpeg, '-encoders', ['libx264', 'aac']);
}

/**
 * Filters that map the colors and brightness of BT.2100 to BT.709, those of standard displays. None
 * if there is nothing to map, or if ffmpeg lacks the filters.
 */
export async function listToneMapping(ffmpeg: Ffmpeg, hdr: HdrTransfer | null): Promise<string[]> {
  if (hdr === null || !(await supports(ffmpeg, '-filters', ['zscale', 'tonemap']))) return [];
  const transfer = hdr === 'pq' ? 'smpte2084' : 'arib-std-b67';
  return [
    `zscale=tin=${transfer}:pin=bt2020:min=bt2020nc:t=linear:npl=${hdrWhite}`,
    'format=gbrpf32le',
    'zscale=p=bt709',
    'tonemap=mobius:desat=0',
    'zscale=t=bt709:m=bt709:r=tv',
    'format=yuv420p',
  ];
}

async function supports(
  { ffmpegPath, searchPath }: Ffmpeg,
  option: '-encoders' | '-filters',
  names: readonly string[],
): Promise<boolean> {
  try {
    const { stdout } = await promisify(execFile)(ffmpegPath, ['-hide_banner', option], {
      cwd: tmpdir(),
      env: { PATH: searchPath },
      timeout: timeoutMs,
      killSignal: 'SIGKILL',
    });
    return names.every((name) => stdout.includes(` ${name} `));
  } catch {
    return false;
  }
}

function toArguments(
  { path, extension }: { path: string; extension: VideoExtension },
  toneMapping: readonly string[],
  target: string,
): string[] {
  // Scaled first, because the candidate frames are kept in memory. Videos larger than 4K get no
  // poster.
  const size = "scale='min(1280,iw)':'min(1280,ih)':force_original_aspect_ratio=decrease";
  return [
    '-hide_banner -nostdin -loglevel quiet -y -max_alloc 268435456 -max_pixels 9500000 -threads 1',
    // Only this file, even if it refers to others.
    `-protocol_whitelist file -f ${demuxers[extension]} -i`,
    [`file:${path}`],
    '-map 0:v:0 -an -sn -dn -frames:v 1 -threads 1 -filter_threads 1 -vf',
    [[size, ...toneMapping, 'thumbnail=25'].join(',')],
    '-c:v png -f image2 -update 1',
    [`file:${target}`],
  ].flatMap((part) => (typeof part === 'string' ? part.split(' ') : part));
}
