import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { constants, setPriority, tmpdir } from 'node:os';
import { createInterface } from 'node:readline';
import { videoMaxBytes } from '@skein/contracts/limits';
import type { HdrTransfer } from '../formats/file-facts.ts';
import { demuxers, listToneMapping } from '../ffmpeg/ffmpeg.ts';
import type { Ffmpeg, VideoExtension } from '../ffmpeg/ffmpeg.ts';
import { longSideMaxPx, shortSideMaxPx } from './plan-conversion.ts';
import type { ConversionPlan } from './plan-conversion.ts';
import { minuteMs } from '../../../platform/clock.ts';

const timeoutMaxMs = 60 * minuteMs;
/** For large videos on slow machines. */
const timePerDuration = 20;

const videoBitsPerSecond = { min: 500_000, max: 5_000_000 };

export interface ConversionJob {
  source: {
    path: string;
    extension: VideoExtension;
    bytes: number;
    durationMs: number | null;
    hdr: HdrTransfer | null;
  };
  target: string;
  plan: ConversionPlan;
  onProgress: (percent: number) => void;
  /** Ends the conversion. */
  signal: AbortSignal;
}

/**
 * Runs the given program as this process. On Linux, the kernel ends it with its parent, because a
 * server that is killed cannot. Without `setpriv` of util-linux, only the limit of its CPU time does.
 */
const endWithParent =
  'setpriv --pdeathsig KILL true && set -- setpriv --pdeathsig KILL "$@"; exec "$@"';

/** The file cannot be converted, or not within the limits. */
export class ConversionFailed extends Error {
  /** Whether another attempt would fail in the same way. */
  readonly isFinal: boolean;

  constructor(message: string, { isFinal, cause }: { isFinal: boolean; cause?: unknown }) {
    super(message, { cause });
    this.isFinal = isFinal;
  }
}

/**
 * Converts a video with ffmpeg in a process group of its own.
 * @throws ConversionFailed, or the reason of the signal
 */
export async function runConversion(ffmpeg: Ffmpeg, job: ConversionJob): Promise<void> {
  const { signal, source, plan } = job;
  const toneMapping = plan.copiesVideoStream ? [] : await listToneMapping(ffmpeg, source.hdr);
  signal.throwIfAborted();
  const timeoutMs = toTimeout(source.durationMs);
  const command = ['ffmpeg', ...toArguments(job, { timeoutMs, toneMapping })];
  const child = spawn('sh', ['-c', endWithParent, 'sh', ...command], {
    cwd: tmpdir(),
    // As for posters: without the server's secrets and without settings of ffmpeg.
    env: { PATH: ffmpeg.searchPath },
    stdio: ['ignore', 'pipe', 'ignore'],
    // A process group, which is killed as a whole.
    detached: true,
  });
  lowerPriority(child);
  const timer = setTimeout(() => killGroup(child), timeoutMs);
  const onAbort = () => killGroup(child);
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    followProgress(child, job);
    await waitForSuccess(child);
  } catch (error) {
    signal.throwIfAborted();
    throw error;
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', onAbort);
  }
}

function toTimeout(durationMs: number | null): number {
  if (durationMs === null) return timeoutMaxMs;
  return Math.min(minuteMs + timePerDuration * durationMs, timeoutMaxMs);
}

function waitForSuccess(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    child.once('error', (cause) => {
      reject(new ConversionFailed('ffmpeg could not be started.', { isFinal: false, cause }));
    });
    child.once('close', (code, signal) => {
      // A crash, or a limit of time or memory. The system ends processes with SIGTERM when it stops.
      const isFinal = signal !== null && signal !== 'SIGTERM';
      if (code === 0) resolve();
      else
        reject(new ConversionFailed(`ffmpeg ended with ${signal ?? `code ${code}`}.`, { isFinal }));
    });
  });
}

/** Requests are more urgent. */
function lowerPriority({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    setPriority(pid, constants.priority.PRIORITY_LOW);
  } catch {
    // It has ended already.
  }
}

function killGroup({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // It has ended already.
  }
}

/** Reads the lines `out_time_us=…`, the position in the video in microseconds. */
function followProgress(child: ChildProcess, { source, onProgress }: ConversionJob): void {
  if (child.stdout === null) return;
  const { durationMs } = source;
  createInterface({ input: child.stdout }).on('line', (line) => {
    const [, position] = /^out_time_us=(\d+)$/.exec(line) ?? [];
    if (position === undefined || durationMs === null) return;
    const percent = Math.floor(Number(position) / 10 / durationMs);
    // The last percent is storing the result.
    onProgress(Math.min(percent, 99));
  });
}

function toArguments(
  { source, target, plan }: ConversionJob,
  { timeoutMs, toneMapping }: { timeoutMs: number; toneMapping: readonly string[] },
): string[] {
  return [
    '-hide_banner -nostdin -loglevel quiet -y -max_alloc 268435456 -max_pixels 9500000 -threads 1',
    // The CPU time, also if this server is killed.
    `-timelimit ${Math.ceil(timeoutMs / 1000)} -progress pipe:1 -stats_period 1`,
    // ffmpeg reads only this file, even if it refers to others.
    `-protocol_whitelist file -f ${demuxers[source.extension]} -i`,
    [`file:${source.path}`],
    '-map 0:v:0 -map 0:a:0? -sn -dn -map_metadata -1 -map_chapters -1',
    ...(plan.copiesVideoStream ? ['-c:v copy'] : encodeVideoStream(source, toneMapping)),
    plan.copiesAudioStream ? '-c:a copy' : '-c:a aac -b:a 128k -ac 2 -ar 48000',
    `-threads 1 -fs ${videoMaxBytes} -movflags +faststart -f mp4`,
    [`file:${target}`],
  ].flatMap((part) => (typeof part === 'string' ? part.split(' ') : part));
}

function encodeVideoStream(
  source: ConversionJob['source'],
  toneMapping: readonly string[],
): (string | string[])[] {
  const rate = toVideoRate(source);
  const [width, height] = [
    sideMax(longSideMaxPx, shortSideMaxPx),
    sideMax(shortSideMaxPx, longSideMaxPx),
  ];
  // Square pixels first, so that the limits hold for the shown size.
  const square = "scale=w='trunc(min(iw*sar,7680)/2)*2':h=ih,setsar=1";
  const size = `scale=w='min(iw,${width})':h='min(ih,${height})':force_original_aspect_ratio=decrease:force_divisible_by=2`;
  return [
    '-c:v libx264 -preset veryfast -profile:v high -pix_fmt yuv420p -crf 23',
    `-maxrate ${rate} -bufsize ${2 * rate} -g 250 -fpsmax 60 -filter_threads 1 -vf`,
    [[square, size, ...toneMapping, 'setsar=1'].join(',')],
  ];
}

/** The limit of a side, which depends on the longer side, as an expression of ffmpeg. */
function sideMax(wide: number, upright: number): string {
  return `if(gte(iw,ih),${wide},${upright})`;
}

/** Twice the rate of the source is enough for the same quality with H.264. */
function toVideoRate({ bytes, durationMs }: ConversionJob['source']): number {
  const { min, max } = videoBitsPerSecond;
  const sourceRate = durationMs === null ? max : (bytes * 8 * 1000) / durationMs;
  return Math.round(Math.min(Math.max(2 * sourceRate, min), max));
}
