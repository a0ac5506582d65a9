import { toFacts, toHdrTransfer } from './file-facts.ts';
import type { FileFacts, HdrTransfer, VideoFacts } from './file-facts.ts';
import { emptyElement, listElements, readElement, readFloat, readUnsigned } from './ebml.ts';
import type { Element } from './ebml.ts';
import { addEdits } from './file-edits.ts';
import type { FileEdit } from './file-edits.ts';
import { DamagedFileError } from './file-reader.ts';
import type { FileReader } from './file-reader.ts';

/** Element ids by their names in RFC 9559. */
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
  color: 0x55_b0,
  transferCharacteristics: 0x55_ba,
  cluster: 0x1f_43_b6_75,
  cues: 0x1c_53_bb_6b,
} as const;

const allowedInSegment = new Set<number>([
  ids.seekHead,
  ids.info,
  ids.tracks,
  ids.cluster,
  ids.cues,
]);
const allowedInInfo = new Set<number>([
  ids.timestampScale,
  ids.duration,
  ids.muxingApp,
  ids.writingApp,
]);
/** Elements of a cluster of unknown size: timestamp, position, sizes, blocks. */
const clusterElements = new Set([0xe7, 0xa7, 0xab, 0xa3, 0xa0, 0x58_54]);

/** VP8, VP9 or AV1 with Vorbis or Opus. */
const webmVideo = {
  isVideoStreamCompatible: false,
  isAudioStreamCompatible: false,
  isStreamable: false,
  isPlayable: true,
} satisfies Partial<VideoFacts>;

interface Movie {
  hasVideo: boolean;
  hasAudio: boolean;
  hasContent: boolean;
  width: number | null;
  height: number | null;
  hdr: HdrTransfer | null;
  durationMs: number | null;
  edits: FileEdit[];
}

/**
 * Inspects a WebM file.
 * @throws DamagedFileError for another format or a truncated file
 */
export async function inspectWebm(reader: FileReader): Promise<FileFacts> {
  const movie: Movie = {
    hasVideo: false,
    hasAudio: false,
    hasContent: false,
    width: null,
    height: null,
    hdr: null,
    durationMs: null,
    edits: [],
  };
  const header = await readElement(reader, 0, reader.size);
  if (header.id !== ids.header || !(await isWebm(reader, header))) {
    throw new DamagedFileError('This is no WebM.');
  }
  const segment = await readElement(reader, header.end, reader.size);
  if (segment.id !== ids.segment || segment.end !== reader.size) {
    throw new DamagedFileError('There is no movie in it, or more than one.');
  }
  await readSegment(reader, segment, movie);
  if (!movie.hasContent || !(movie.hasVideo || movie.hasAudio)) {
    throw new DamagedFileError('There is no movie in it.');
  }
  const { width, height, hdr, durationMs, edits } = movie;
  const mediaType = movie.hasVideo ? 'video' : 'audio';
  const facts = { mediaType, extension: 'webm', width, height, durationMs, edits } as const;
  return toFacts(movie.hasVideo ? { ...facts, video: { ...webmVideo, hdr } } : facts);
}

async function isWebm(reader: FileReader, header: Element): Promise<boolean> {
  for await (const { id, contentStart, end } of listElements(reader, header)) {
    if (id !== ids.docType) continue;
    const name = await reader.read(contentStart, Math.min(end - contentStart, 8));
    return name.toString('latin1').replace(/\0+$/, '') === 'webm';
  }
  return false;
}

async function readSegment(reader: FileReader, segment: Element, movie: Movie): Promise<void> {
  let isInCluster = false;
  for (let offset = segment.contentStart; offset < segment.end;) {
    const element = await readElement(reader, offset, segment.end);
    // Live recorders write clusters of unknown size, which end where the next one begins, so their
    // elements are read one by one.
    const isEntered = element.id === ids.cluster && element.isOpen;
    offset = isEntered ? element.contentStart : element.end;
    if (isInCluster && clusterElements.has(element.id) && !element.isOpen) continue;
    if (element.isOpen && !isEntered) throw new DamagedFileError('An end is missing.');
    isInCluster = isEntered || (isInCluster && !allowedInSegment.has(element.id));
    await readPart(reader, element, movie);
  }
}

async function readPart(reader: FileReader, element: Element, movie: Movie): Promise<void> {
  movie.hasContent ||= element.id === ids.cluster;
  if (element.id === ids.info) await readInfo(reader, element, movie);
  if (element.id === ids.tracks) await readTracks(reader, element, movie);
  if (allowedInSegment.has(element.id)) return;
  // Tags, attachments, chapters and unknown elements may contain locations and devices.
  addEdits(movie.edits, emptyElement(element));
}

async function readInfo(reader: FileReader, info: Element, movie: Movie): Promise<void> {
  let scale = 1_000_000;
  let duration: number | null = null;
  for await (const element of listElements(reader, info)) {
    if (element.id === ids.timestampScale) scale = await readUnsigned(reader, element);
    if (element.id === ids.duration) duration = await readFloat(reader, element);
    if (!allowedInInfo.has(element.id)) addEdits(movie.edits, emptyElement(element));
  }
  movie.durationMs = duration === null ? null : (duration * scale) / 1_000_000;
}

async function readTracks(reader: FileReader, tracks: Element, movie: Movie): Promise<void> {
  for await (const entry of listElements(reader, tracks)) {
    if (entry.id !== ids.trackEntry) continue;
    for await (const element of listElements(reader, entry)) {
      if (element.id === ids.trackType) {
        const type = await readUnsigned(reader, element);
        movie.hasVideo ||= type === 1;
        movie.hasAudio ||= type === 2;
      }
      if (element.id === ids.video) await readVideo(reader, element, movie);
    }
  }
}

async function readVideo(reader: FileReader, video: Element, movie: Movie): Promise<void> {
  for await (const element of listElements(reader, video)) {
    if (element.id === ids.pixelWidth) movie.width ??= await readUnsigned(reader, element);
    if (element.id === ids.pixelHeight) movie.height ??= await readUnsigned(reader, element);
    if (element.id === ids.color) await readColor(reader, element, movie);
  }
}

async function readColor(reader: FileReader, color: Element, movie: Movie): Promise<void> {
  for await (const element of listElements(reader, color)) {
    if (element.id !== ids.transferCharacteristics) continue;
    movie.hdr ??= toHdrTransfer(await readUnsigned(reader, element));
  }
}
