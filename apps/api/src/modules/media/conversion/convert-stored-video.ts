import { createWriteStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { videoMaxBytes } from '@skein/contracts/limits';
import { createDiskSpace } from '../../../platform/disk-space.ts';
import type { ReadDisk } from '../../../platform/disk-space.ts';
import { AppError } from '../../../platform/errors.ts';
import { ensureDirectory } from '../../../platform/ensure-directory.ts';
import { checkUpload } from '../check-upload.ts';
import type { FileFacts, VideoFacts } from '../formats/file-facts.ts';
import { openEdited } from '../formats/open-edited.ts';
import { isVideoExtension } from '../ffmpeg/ffmpeg.ts';
import type { Ffmpeg } from '../ffmpeg/ffmpeg.ts';
import { mimeTypes } from '../served-types.ts';
import type { MediaStore } from '../store/media-store.ts';
import type { ConvertedFile } from './conversions.repository.ts';
import { planConversion } from './plan-conversion.ts';
import { ConversionFailed, runConversion } from './run-conversion.ts';

export interface ConvertDependencies {
  store: Pick<MediaStore, 'stat' | 'read' | 'put'>;
  ffmpeg: Ffmpeg;
  /** Absolute. For the files while they are converted. */
  uploadsDirectory: string;
  diskReserveBytes: number;
  readDisk: ReadDisk;
  /** @throws InsufficientStorageError */
  requireStoredSpace: (bytes: number) => Promise<void>;
  /** @throws InsufficientStorageError */
  addStoredBytes: (bytes: number) => Promise<void>;
}

interface StoredVideo {
  mediaId: string;
  /** Number of the attempt; files of earlier ones are deleted. */
  attempt: number;
  storageKey: string;
  fileName: string;
  /** The name of the converted file below the same key. */
  targetName: string;
}

interface Running {
  onProgress: (percent: number) => void;
  signal: AbortSignal;
}

interface LocalVideo {
  path: string;
  bytes: number;
  facts: FileFacts & { video: VideoFacts };
}

/**
 * Stores the converted copy of a stored video next to it.
 * @throws ConversionFailed, or the reason of the signal; then no copy is stored
 */
export async function convertStoredVideo(
  dependencies: ConvertDependencies,
  video: StoredVideo,
  running: Running,
): Promise<ConvertedFile & { replacedBytes: number }> {
  const { uploadsDirectory, store, addStoredBytes } = dependencies;
  await ensureDirectory(uploadsDirectory);
  await removeEarlierFiles(uploadsDirectory, video);
  const [sourcePath, targetPath] = locateFiles(uploadsDirectory, video);
  try {
    await download(dependencies, video, { path: sourcePath, signal: running.signal });
    const source = await inspect(sourcePath);
    await encode(dependencies, source, { ...running, targetPath });
    const { bytes, facts } = await inspect(targetPath);
    requireComplete(source, { bytes, facts });
    await addStoredBytes(bytes);
    running.signal.throwIfAborted();
    await store.put(video.storageKey, video.targetName, openEdited(targetPath, facts.edits));
    return {
      fileName: video.targetName,
      mimeType: mimeTypes.mp4,
      bytes,
      width: facts.width ?? source.facts.width,
      height: facts.height ?? source.facts.height,
      durationMs: facts.durationMs ?? source.facts.durationMs,
      replacedBytes: source.bytes,
    };
  } finally {
    await rm(sourcePath, { force: true });
    await rm(targetPath, { force: true });
  }
}

/** The original and its conversion. Plain files, which are deleted by age if the server is killed. */
function locateFiles(
  uploadsDirectory: string,
  { mediaId, attempt }: Pick<StoredVideo, 'mediaId' | 'attempt'>,
): [string, string] {
  const sourcePath = path.join(uploadsDirectory, `convert-${mediaId}-${attempt}`);
  return [sourcePath, `${sourcePath}.mp4`];
}

/** Deletes the files of attempts that were killed on this machine. */
async function removeEarlierFiles(uploadsDirectory: string, video: StoredVideo): Promise<void> {
  for (let attempt = 1; attempt < video.attempt; attempt += 1) {
    const files = locateFiles(uploadsDirectory, { ...video, attempt });
    for (const file of files) await rm(file, { force: true });
  }
}

async function download(
  dependencies: ConvertDependencies,
  { storageKey, fileName }: StoredVideo,
  target: { path: string; signal: AbortSignal },
): Promise<void> {
  const { store, uploadsDirectory, diskReserveBytes, readDisk } = dependencies;
  const stored = await store.stat(storageKey, fileName);
  if (stored === null) throw new ConversionFailed('The original is missing.', { isFinal: true });
  // The size of the result is unknown. A video that no longer fits would be encoded in vain.
  await dependencies.requireStoredSpace(stored.bytes);
  const diskSpace = createDiskSpace({
    directory: uploadsDirectory,
    reserveBytes: diskReserveBytes,
    readDisk,
  });
  await diskSpace.require(stored.bytes + videoMaxBytes);
  const content = await store.read(storageKey, fileName);
  if (content === null) throw new ConversionFailed('The original is missing.', { isFinal: true });
  const file = createWriteStream(target.path, { mode: 0o600 });
  await pipeline(content, file, { signal: target.signal });
}

/** Inspects a file as an upload, so that ffmpeg gets no other formats. */
async function inspect(file: string): Promise<LocalVideo> {
  const { size: bytes } = await stat(file);
  const checked = await checkUpload({ path: file, originalName: '', bytes }).catch(
    (cause: unknown) => {
      if (!(cause instanceof AppError)) throw cause;
      throw new ConversionFailed('The file is not a valid video.', { isFinal: true, cause });
    },
  );
  const video = checked.kind === 'file' ? checked.facts.video : undefined;
  if (checked.kind !== 'file' || video === undefined) {
    throw new ConversionFailed('The file is not a video.', { isFinal: true });
  }
  return { path: file, bytes, facts: { ...checked.facts, video } };
}

async function encode(
  { ffmpeg }: ConvertDependencies,
  { path: source, bytes, facts }: LocalVideo,
  { targetPath: target, ...running }: Running & { targetPath: string },
): Promise<void> {
  const { extension, durationMs } = facts;
  const plan = planConversion(facts, bytes);
  if (plan === null || !isVideoExtension(extension)) {
    throw new ConversionFailed('The video needs no conversion.', { isFinal: true });
  }
  await runConversion(ffmpeg, {
    source: { path: source, extension, bytes, durationMs, hdr: facts.video.hdr },
    target,
    plan,
    ...running,
  });
}

/** At the largest size and at damaged parts, ffmpeg ends early and reports no error. */
function requireComplete(
  source: LocalVideo,
  { bytes, facts }: Pick<LocalVideo, 'bytes' | 'facts'>,
): void {
  const { isVideoStreamCompatible, isAudioStreamCompatible, isStreamable } = facts.video;
  const isCompatible = isVideoStreamCompatible && isAudioStreamCompatible && isStreamable;
  const durationMs = source.facts.durationMs ?? 0;
  const isWhole =
    bytes < 0.98 * videoMaxBytes && (facts.durationMs ?? 0) >= 0.9 * durationMs - 1000;
  if (!isCompatible || !isWhole)
    throw new ConversionFailed('The converted video is incomplete.', { isFinal: true });
}
