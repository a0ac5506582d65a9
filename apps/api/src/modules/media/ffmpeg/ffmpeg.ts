import { execFile } from 'node:child_process';
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

/** Where to find ffmpeg, an optional program. */
export interface Ffmpeg {
  searchPath: string | undefined;
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
  { searchPath }: Ffmpeg,
  option: '-encoders' | '-filters',
  names: readonly string[],
): Promise<boolean> {
  try {
    const { stdout } = await promisify(execFile)('ffmpeg', ['-hide_banner', option], {
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
