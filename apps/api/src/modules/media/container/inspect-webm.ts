import { toFacts } from './container-facts.ts';
import type { ContainerFacts } from './container-facts.ts';
import { emptyElement, listElements, readElement, readFloat, readUnsigned } from './ebml.ts';
import type { Element } from './ebml.ts';
import { addEdits } from './file-edits.ts';
import type { FileEdit } from './file-edits.ts';
import { DamagedFileError } from './file-reader.ts';
import type { FileReader } from './file-reader.ts';

/** Elements by their names in RFC 9559. */
const ids = {
  header: 0x1a_45_df_a3,
  docType: 0x42_82,
  segment: 0x18_53_80_67,
  seekHead: 0x11_4d_9b_74,
  info: 0x15_49_a9_66,
  timestampScale: 0x2a_d7_b1,
  duration: 0x44_89,
  muxingApp: 0x4d_80,
  writingApp: 0x57_41,
  tracks: 0x16_54_ae_6b,
  trackEntry: 0xae,
  trackType: 0x83,
  video: 0xe0,
  pixelWidth: 0xb0,
  pixelHeight: 0xba,
  cluster: 0x1f_43_b6_75,
  cues: 0x1c_53_bb_6b,
} as const;

const keptInSegment = new Set<number>([ids.seekHead, ids.info, ids.tracks, ids.cluster, ids.cues]);
const keptInInfo = new Set<number>([
  ids.timestampScale,
  ids.duration,
  ids.muxingApp,
  ids.writingApp,
]);
/** What a cluster of open size may have: timestamp, position, sizes, blocks. */
const inCluster = new Set([0xe7, 0xa7, 0xab, 0xa3, 0xa0, 0x58_54]);

interface Film {
  hasVideo: boolean;
  hasAudio: boolean;
  hasContent: boolean;
  width: number | null;
  height: number | null;
  durationMs: number | null;
  edits: FileEdit[];
}

/**
 * Reads a WebM file.
 * @throws DamagedFileError when it is none, or is cut off
 */
export async function inspectWebm(reader: FileReader): Promise<ContainerFacts> {
  const film: Film = {
    hasVideo: false,
    hasAudio: false,
    hasContent: false,
    width: null,
    height: null,
    durationMs: null,
    edits: [],
  };
  const header = await readElement(reader, 0, reader.size);
  if (header.id !== ids.header || !(await isWebm(reader, header))) {
    throw new DamagedFileError('This is no WebM.');
  }
  const segment = await readElement(reader, header.end, reader.size);
  if (segment.id !== ids.segment || segment.end !== reader.size) {
    throw new DamagedFileError('There is no film in it, or more than one.');
  }
  await readSegment(reader, segment, film);
  if (!film.hasContent || !(film.hasVideo || film.hasAudio)) {
    throw new DamagedFileError('There is no film in it.');
  }
  const { width, height, durationMs, edits } = film;
  const mediaType = film.hasVideo ? 'video' : 'audio';
  return toFacts({ mediaType, extension: 'webm', width, height, durationMs, edits });
}

async function isWebm(reader: FileReader, header: Element): Promise<boolean> {
  for await (const { id, contentStart, end } of listElements(reader, header)) {
    if (id !== ids.docType) continue;
    const name = await reader.read(contentStart, Math.min(end - contentStart, 8));
    return name.toString('latin1').replace(/\0+$/, '') === 'webm';
  }
  return false;
}

async function readSegment(reader: FileReader, segment: Element, film: Film): Promise<void> {
  let isInCluster = false;
  for (let offset = segment.contentStart; offset < segment.end;) {
    const element = await readElement(reader, offset, segment.end);
    // Recorders write clusters whose end is where the next one begins: they are walked through.
    const isEntered = element.id === ids.cluster && element.isOpen;
    offset = isEntered ? element.contentStart : element.end;
    if (isInCluster && inCluster.has(element.id) && !element.isOpen) continue;
    if (element.isOpen && !isEntered) throw new DamagedFileError('An end is missing.');
    isInCluster = isEntered || (isInCluster && !keptInSegment.has(element.id));
    await readPart(reader, element, film);
  }
}

async function readPart(reader: FileReader, element: Element, film: Film): Promise<void> {
  film.hasContent ||= element.id === ids.cluster;
  if (element.id === ids.info) await readInfo(reader, element, film);
  if (element.id === ids.tracks) await readTracks(reader, element, film);
  if (keptInSegment.has(element.id)) return;
  // Tags and attachments tell of places and devices; chapters and what nobody knows may, too.
  addEdits(film.edits, emptyElement(element));
}

async function readInfo(reader: FileReader, info: Element, film: Film): Promise<void> {
  let scale = 1_000_000;
  let duration: number | null = null;
  for await (const element of listElements(reader, info)) {
    if (element.id === ids.timestampScale) scale = await readUnsigned(reader, element);
    if (element.id === ids.duration) duration = await readFloat(reader, element);
    if (!keptInInfo.has(element.id)) addEdits(film.edits, emptyElement(element));
  }
  film.durationMs = duration === null ? null : (duration * scale) / 1_000_000;
}

async function readTracks(reader: FileReader, tracks: Element, film: Film): Promise<void> {
  for await (const entry of listElements(reader, tracks)) {
    if (entry.id !== ids.trackEntry) continue;
    for await (const element of listElements(reader, entry)) {
      if (element.id === ids.trackType) {
        const type = await readUnsigned(reader, element);
        film.hasVideo ||= type === 1;
        film.hasAudio ||= type === 2;
      }
      if (element.id === ids.video) await readVideo(reader, element, film);
    }
  }
}

async function readVideo(reader: FileReader, video: Element, film: Film): Promise<void> {
  for await (const element of listElements(reader, video)) {
    if (element.id === ids.pixelWidth) film.width ??= await readUnsigned(reader, element);
    if (element.id === ids.pixelHeight) film.height ??= await readUnsigned(reader, element);
  }
}
