import { toFacts } from './container-facts.ts';
import type { ContainerFacts } from './container-facts.ts';
import { addEdits } from './file-edits.ts';
import type { FileEdit } from './file-edits.ts';
import { DamagedFileError } from './file-reader.ts';
import type { FileReader } from './file-reader.ts';
import { emptyBox, listBoxes } from './mp4-boxes.ts';
import type { Box } from './mp4-boxes.ts';
import { eraseSamples } from './mp4-samples.ts';
import {
  compressorNamesOf,
  handlerNameOf,
  readDuration,
  readHandler,
  readTrackSize,
  timesOf,
} from './mp4-headers.ts';

/**
 * What a player needs, by the box that it lies in. All else is emptied: places and devices
 * (`udta`, `meta`, `uuid`), old content in free space, what nobody knows. It also bounds how deep
 * anything is looked into.
 */
const keptTypes: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ['', new Set(['ftyp', 'styp', 'moov', 'moof', 'mdat', 'sidx', 'mfra'])],
  ['moov', new Set(['mvhd', 'trak', 'mvex'])],
  ['trak', new Set(['tkhd', 'edts', 'mdia', 'tapt'])],
  ['mdia', new Set(['mdhd', 'hdlr', 'minf'])],
  ['minf', new Set(['vmhd', 'smhd', 'gmhd', 'hdlr', 'dinf', 'stbl'])],
  ['mvex', new Set(['mehd', 'trex'])],
  ['moof', new Set(['mfhd', 'traf'])],
  ['traf', new Set(['tfhd', 'tfdt', 'trun', 'saiz', 'saio', 'senc', 'sbgp', 'sgpd', 'sdtp'])],
]);

interface Film {
  hasVideo: boolean;
  hasAudio: boolean;
  size: { width: number; height: number } | null;
  durationMs: number | null;
  edits: FileEdit[];
}

/**
 * Reads an MP4, M4A or QuickTime file.
 * @throws DamagedFileError when it is none, or is cut off
 */
export async function inspectMp4(reader: FileReader): Promise<ContainerFacts> {
  const film = await readFile(reader);
  const { hasVideo, hasAudio, size, durationMs, edits } = film;
  if (!hasVideo && !hasAudio) throw new DamagedFileError('There is no track in it.');
  return toFacts({
    mediaType: hasVideo ? 'video' : 'audio',
    extension: hasVideo ? await chooseExtension(reader) : 'm4a',
    width: size?.width ?? null,
    height: size?.height ?? null,
    durationMs,
    edits,
  });
}

async function readFile(reader: FileReader): Promise<Film> {
  const film: Film = { hasVideo: false, hasAudio: false, size: null, durationMs: null, edits: [] };
  const file: Box = { type: '', start: 0, contentStart: 0, end: reader.size };
  const tops = await readKept(reader, file, film);
  const fragments = tops.filter((box) => box.type === 'moof');
  const isFragmented = fragments.length > 0;
  const header = tops.find((box) => box.type === 'moov');
  if (header === undefined || !tops.some((box) => box.type === 'mdat')) {
    throw new DamagedFileError('There is no film in it.');
  }
  await readFilm(reader, header, isFragmented, film);
  for (const fragment of fragments) await readFragment(reader, fragment, film);
  return film;
}

async function chooseExtension(reader: FileReader): Promise<'mp4' | 'mov'> {
  const start = await reader.read(0, 12);
  const isMp4 =
    start.toString('latin1', 4, 8) === 'ftyp' && !start.toString('latin1', 8).startsWith('qt');
  return isMp4 ? 'mp4' : 'mov';
}

/** What is kept of a box's content; the rest of it is emptied. */
async function readKept(reader: FileReader, parent: Box, film: Film): Promise<Box[]> {
  const kept: Box[] = [];
  for await (const box of listBoxes(reader, parent.contentStart, parent.end)) {
    if (keptTypes.get(parent.type)?.has(box.type)) kept.push(box);
    else addEdits(film.edits, emptyBox(box));
  }
  return kept;
}

async function readFilm(
  reader: FileReader,
  moov: Box,
  isFragmented: boolean,
  film: Film,
): Promise<void> {
  for (const box of await readKept(reader, moov, film)) {
    if (box.type === 'mvhd') {
      addEdits(film.edits, [await timesOf(reader, box)]);
      film.durationMs ??= await readDuration(reader, box);
    } else if (box.type === 'trak') {
      await readTrack(reader, box, isFragmented, film);
    } else {
      await readKept(reader, box, film);
    }
  }
}

async function readTrack(
  reader: FileReader,
  trak: Box,
  isFragmented: boolean,
  film: Film,
): Promise<void> {
  const boxes = await readKept(reader, trak, film);
  const header = boxes.find((box) => box.type === 'tkhd');
  const media = boxes.find((box) => box.type === 'mdia');
  if (header === undefined || media === undefined) throw new DamagedFileError('A track is empty.');
  const parts = await readKept(reader, media, film);
  const handler = await readHandler(
    reader,
    parts.find((box) => box.type === 'hdlr'),
  );
  const information = parts.find((box) => box.type === 'minf');
  const details = information ? await readKept(reader, information, film) : [];
  const sampleTable = details.find((box) => box.type === 'stbl');
  if (sampleTable === undefined) throw new DamagedFileError('A track has no samples.');

  for (const box of [header, ...parts.filter((part) => part.type === 'mdhd')]) {
    addEdits(film.edits, [await timesOf(reader, box)]);
  }
  for (const box of [...parts, ...details].filter((part) => part.type === 'hdlr')) {
    addEdits(film.edits, handlerNameOf(box));
  }
  if (handler === 'vide') {
    film.hasVideo = true;
    await eraseCompressorNames(reader, sampleTable, film);
    film.size ??= await readTrackSize(reader, header);
  } else if (handler === 'soun') {
    film.hasAudio = true;
  } else if (!isFragmented) {
    // Places along the way, sensors, time codes: nothing that is seen or heard.
    addEdits(film.edits, emptyBox(trak));
    addEdits(film.edits, await eraseSamples(reader, sampleTable));
  }
}

async function eraseCompressorNames(
  reader: FileReader,
  sampleTable: Box,
  film: Film,
): Promise<void> {
  for await (const box of listBoxes(reader, sampleTable.contentStart, sampleTable.end)) {
    if (box.type === 'stsd') addEdits(film.edits, await compressorNamesOf(reader, box));
  }
}

async function readFragment(reader: FileReader, moof: Box, film: Film): Promise<void> {
  for (const box of await readKept(reader, moof, film)) {
    if (box.type === 'traf') await readKept(reader, box, film);
  }
}
