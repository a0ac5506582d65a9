import {
  kindOfFormat,
  uploadFormatNames,
  uploadFormats,
  uploadKinds,
} from '@skein/contracts/upload-limits';
import type { UploadFormat, UploadKind } from '@skein/contracts/upload-limits';
import { getUploadLimits } from '../../../lib/upload-limits.ts';

export type FileKind = UploadKind;

/** Other MIME types that browsers use for a format, and endings of files whose type they do not know. */
const aliases: Partial<Record<UploadFormat, readonly string[]>> = {
  'image/heic': ['image/heif', '.heic', '.heif'],
  'video/mp4': ['video/3gpp', 'video/3gpp2', '.3gp'],
  'audio/mp4': ['audio/x-m4a'],
  'audio/wav': ['audio/x-wav', 'audio/vnd.wave'],
};

/** The MIME types that the server accepts. The server checks the content; this check saves uploads. */
const getTypes = (kind: FileKind): string[] =>
  getUploadLimits().formats.flatMap((format) =>
    kindOfFormat(format) === kind ? [format, ...(aliases[format] ?? [])] : [],
  );

/** Whether administrators have excluded no format. */
export const hasAllFormats = (): boolean =>
  getUploadLimits().formats.length === uploadFormats.length;

/** The names of the allowed formats, such as "JPEG, PNG". */
export const listFormatNames = (): string =>
  [...new Set(getUploadLimits().formats.map((format) => uploadFormatNames[format]))].join(', ');

/** Null for an unsupported file. */
export function getKind(file: File): FileKind | null {
  const type = file.type || file.name.toLowerCase().replace(/^.*(?=\.)/, '');
  return uploadKinds.find((kind) => getTypes(kind).includes(type)) ?? null;
}

const heicBrands = new Set(['heic', 'heix', 'mif1']);

/** Whether a file is a HEIC picture, which the server reads but most browsers do not. */
export async function isHeic(file: Blob): Promise<boolean> {
  const start = await file.slice(4, 12).text();
  return start.startsWith('ftyp') && heicBrands.has(start.slice(4));
}

export const getMaxBytes = (kind: FileKind): number => getUploadLimits().maxBytes[kind];

/** The `accept` attribute of a file input for these kinds; empty if none of their formats is allowed. */
export const acceptAttribute = (...fileKinds: FileKind[]): string =>
  fileKinds.flatMap(getTypes).join(',');
