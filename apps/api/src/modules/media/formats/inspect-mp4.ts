import { toFacts } from './file-facts.ts';
import type { FileFacts, VideoFacts } from './file-facts.ts';
import { addEdits } from './file-edits.ts';
import type { FileEdit } from './file-edits.ts';
import { DamagedFileError } from './file-reader.ts';
import type { FileReader } from './file-reader.ts';
import { emptyBox, listBoxes } from './mp4-boxes.ts';
import type { Box } from './mp4-boxes.ts';
import { readCodecs } from './mp4-codecs.ts';
import type { TrackCodecs } from './mp4-codecs.ts';
import { eraseSamples } from './mp4-samples.ts';
import {
  eraseCompressorNamesIn,
  eraseHandlerName,
  readDuration,
  readHandler,
  readTrackSize,
  eraseTimes,
} from './mp4-headers.ts';

/**
 * The boxes that players need, by parent. All others are erased: locations and devices (`udta`,
 * `meta`, `uuid`), old content in free space, unknown boxes. Also limits the nesting depth.
 */
const allowedBoxes: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ['', new Set(['ftyp', 'styp', 'moov', 'moof', 'mdat', 'sidx', 'mfra'])],
  ['moov', new Set(['mvhd', 'trak', 'mvex'])],
  ['trak', new Set(['tkhd', 'edts', 'mdia', 'tapt'])],
  ['mdia', new Set(['mdhd', 'hdlr', 'minf'])],
  ['minf', new Set(['vmhd', 'smhd', 'gmhd', 'hdlr', 'dinf', 'stbl'])],
  ['mvex', new Set(['mehd', 'trex'])],
  ['moof', new Set(['mfhd', 'traf'])],
  ['traf', new Set(['tfhd', 'tfdt', 'trun', 'saiz', 'saio', 'senc', 'sbgp', 'sgpd', 'sdtp'])],
]);

interface Movie {
  hasVideo: boolean;
  hasAudio: boolean;
  size: { width: number; height: number } | null;
  durationMs: number | null;
  edits: FileEdit[];
  videoTracks: TrackCodecs[];
  audioTracks: TrackCodecs[];
  /** The index is before the samples, and there are no fragments. */
  isIndexFirst: boolean;
}

/**
 * Inspects an MP4, M4A or QuickTime file.
 * @throws DamagedFileError for another format or a truncated file
 */
export async function inspectMp4(reader: FileReader): Promise<FileFacts> {
  const movie = await readFile(reader);
  const { hasVideo, hasAudio, size, durationMs, edits } = movie;
  if (!hasVideo && !hasAudio) throw new DamagedFileError('There is no track in it.');
  const extension = hasVideo ? await chooseExtension(reader) : 'm4a';
  return toFacts({
    mediaType: hasVideo ? 'video' : 'audio',
    extension,
    width: size?.width ?? null,
    height: size?.height ?? null,
    durationMs,
    ...(hasVideo && { video: toVideoFacts(movie, extension === 'mp4') }),
    edits,
  });
}

function toVideoFacts(
  { videoTracks, audioTracks, isIndexFirst }: Movie,
  isMp4: boolean,
): VideoFacts {
  return {
    isVideoStreamCompatible: videoTracks.every(({ isCompatible }) => isCompatible),
    isAudioStreamCompatible: audioTracks.every(({ isCompatible }) => isCompatible),
    isStreamable: isMp4 && isIndexFirst,
    // Browsers show the video even if they have no codec for its sound.
    isPlayable: isMp4 && videoTracks.every(({ isPlayable }) => isPlayable),
    hdr: videoTracks[0]?.hdr ?? null,
  };
}

async function readFile(reader: FileReader): Promise<Movie> {
  const movie: Movie = {
    hasVideo: false,
    hasAudio: false,
    size: null,
    durationMs: null,
    edits: [],
    videoTracks: [],
    audioTracks: [],
    isIndexFirst: false,
  };
  const file: Box = { type: '', start: 0, contentStart: 0, end: reader.size };
  const tops = await readAllowedBoxes(reader, file, movie);
  const fragments = tops.filter((box) => box.type === 'moof');
  const isFragmented = fragments.length > 0;
  const header = tops.find((box) => box.type === 'moov');
  const samples = tops.find((box) => box.type === 'mdat');
  if (header === undefined || samples === undefined) {
    throw new DamagedFileError('There is no movie in it.');
  }
  movie.isIndexFirst = !isFragmented && header.start < samples.start;
  await readMovie(reader, header, isFragmented, movie);
  for (const fragment of fragments) await readFragment(reader, fragment, movie);
  return movie;
}

async function chooseExtension(reader: FileReader): Promise<'mp4' | 'mov'> {
  const start = await reader.read(0, 12);
  const isMp4 =
    start.toString('latin1', 4, 8) === 'ftyp' && !start.toString('latin1', 8).startsWith('qt');
  return isMp4 ? 'mp4' : 'mov';
}

/** Reads the allowed boxes of a parent and erases all others. */
async function readAllowedBoxes(reader: FileReader, parent: Box, movie: Movie): Promise<Box[]> {
  const kept: Box[] = [];
  for await (const box of listBoxes(reader, parent.contentStart, parent.end)) {
    if (allowedBoxes.get(parent.type)?.has(box.type)) kept.push(box);
    else addEdits(movie.edits, emptyBox(box));
  }
  return kept;
}

async function readMovie(
  reader: FileReader,
  moov: Box,
  isFragmented: boolean,
  movie: Movie,
): Promise<void> {
  for (const box of await readAllowedBoxes(reader, moov, movie)) {
    if (box.type === 'mvhd') {
      addEdits(movie.edits, [await eraseTimes(reader, box)]);
      movie.durationMs ??= await readDuration(reader, box);
    } else if (box.type === 'trak') {
      await readTrack(reader, box, isFragmented, movie);
    } else {
      await readAllowedBoxes(reader, box, movie);
    }
  }
}

async function readTrack(
  reader: FileReader,
  trak: Box,
  isFragmented: boolean,
  movie: Movie,
): Promise<void> {
  const boxes = await readAllowedBoxes(reader, trak, movie);
  const header = boxes.find((box) => box.type === 'tkhd');
  const media = boxes.find((box) => box.type === 'mdia');
  if (header === undefined || media === undefined) throw new DamagedFileError('A track is empty.');
  const parts = await readAllowedBoxes(reader, media, movie);
  const handler = await readHandler(
    reader,
    parts.find((box) => box.type === 'hdlr'),
  );
  const information = parts.find((box) => box.type === 'minf');
  const details = information ? await readAllowedBoxes(reader, information, movie) : [];
  const sampleTable = details.find((box) => box.type === 'stbl');
  if (sampleTable === undefined) throw new DamagedFileError('A track has no samples.');

  for (const box of [header, ...parts.filter((part) => part.type === 'mdhd')]) {
    addEdits(movie.edits, [await eraseTimes(reader, box)]);
  }
  for (const box of [...parts, ...details].filter((part) => part.type === 'hdlr')) {
    addEdits(movie.edits, eraseHandlerName(box));
  }
  if (handler === 'vide') {
    movie.hasVideo = true;
    movie.videoTracks.push(await readCodecs(reader, sampleTable, handler));
    await eraseCompressorNames(reader, sampleTable, movie);
    movie.size ??= await readTrackSize(reader, header);
  } else if (handler === 'soun') {
    movie.hasAudio = true;
    movie.audioTracks.push(await readCodecs(reader, sampleTable, handler));
  } else if (!isFragmented) {
    // Metadata tracks, such as locations, sensors and time codes.
    addEdits(movie.edits, emptyBox(trak));
    addEdits(movie.edits, await eraseSamples(reader, sampleTable));
  }
}

async function eraseCompressorNames(
  reader: FileReader,
  sampleTable: Box,
  movie: Movie,
): Promise<void> {
  for await (const box of listBoxes(reader, sampleTable.contentStart, sampleTable.end)) {
    if (box.type === 'stsd') addEdits(movie.edits, await eraseCompressorNamesIn(reader, box));
  }
}

async function readFragment(reader: FileReader, moof: Box, movie: Movie): Promise<void> {
  for (const box of await readAllowedBoxes(reader, moof, movie)) {
    if (box.type === 'traf') await readAllowedBoxes(reader, box, movie);
  }
}
