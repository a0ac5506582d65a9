import { spawn } from 'node:child_process';
import { tmpdir } from 'node:os';
import { demuxers, listToneMapping } from '../ffmpeg/ffmpeg.ts';
import type { Ffmpeg, VideoExtension } from '../ffmpeg/ffmpeg.ts';
import type { HdrTransfer } from '../formats/file-facts.ts';

const timeoutMs = 15_000;

/**
 * Writes a representative frame of the video's first second as a PNG, which is rarely a black one.
 * Resolves to false on failure, also without ffmpeg.
 */
export async function extractFrame(
  ffmpeg: Ffmpeg,
  video: { path: string; extension: VideoExtension; hdr: HdrTransfer | null },
  target: string,
): Promise<boolean> {
  const { searchPath } = ffmpeg;
  const toneMapping = await listToneMapping(ffmpeg, video.hdr);
  return new Promise((resolve) => {
    const child = spawn('ffmpeg', toArguments(video, toneMapping, target), {
      cwd: tmpdir(),
      // ffmpeg gets neither the server's secrets nor its own settings, which could load code.
      env: { PATH: searchPath },
      stdio: 'ignore',
      timeout: timeoutMs,
      killSignal: 'SIGKILL',
    });
    child.once('error', () => resolve(false));
    child.once('close', (code) => resolve(code === 0));
  });
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
    // ffmpeg reads only this file, even if it refers to others.
    `-protocol_whitelist file -f ${demuxers[extension]} -i`,
    [`file:${path}`],
    '-map 0:v:0 -an -sn -dn -frames:v 1 -threads 1 -filter_threads 1 -vf',
    [[size, ...toneMapping, 'thumbnail=25'].join(',')],
    '-c:v png -f image2 -update 1',
    [`file:${target}`],
  ].flatMap((part) => (typeof part === 'string' ? part.split(' ') : part));
}
