import { spawn } from 'node:child_process';
import { tmpdir } from 'node:os';

const timeoutMs = 15_000;

/** Of a file that our own reader found to be a film: no other reader of ffmpeg's is let at it. */
const demuxers = { mp4: 'mov', mov: 'mov', webm: 'matroska' } as const;

export type FilmExtension = keyof typeof demuxers;

/**
 * Writes a frame of a film as a PNG: the one of its first second that is most like the others,
 * which is seldom a black one. Resolves to false where it can't, be it that there is no ffmpeg.
 */
export function extractFrame(
  { ffmpegPath, searchPath }: { ffmpegPath: string; searchPath: string | undefined },
  film: { path: string; extension: FilmExtension },
  target: string,
): Promise<boolean> {
  return new Promise((resolve) => {
    const child = spawn(ffmpegPath, toArguments(film, target), {
      cwd: tmpdir(),
      // None of the server's secrets; its own settings could load code.
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
  { path, extension }: { path: string; extension: FilmExtension },
  target: string,
): string[] {
  // Made small first: the frames to choose from lie in memory. Larger ones than of 4K go without.
  const size = "scale='min(1280,iw)':'min(1280,ih)':force_original_aspect_ratio=decrease";
  return [
    '-hide_banner -nostdin -loglevel quiet -y -max_alloc 268435456 -max_pixels 9500000 -threads 1',
    // Only this file, however many others it names.
    `-protocol_whitelist file -f ${demuxers[extension]} -i`,
    [`file:${path}`],
    '-map 0:v:0 -an -sn -dn -frames:v 1 -threads 1 -filter_threads 1 -vf',
    [`${size},thumbnail=25`],
    '-c:v png -f image2 -update 1',
    [`file:${target}`],
  ].flatMap((part) => (typeof part === 'string' ? part.split(' ') : part));
}
