import {
  kindOfFormat,
  uploadFormatNames,
  uploadFormats,
  uploadKinds,
} from '@skein/contracts/upload-limits';
import type { UploadFormat, UploadKind } from '@skein/contracts/upload-limits';
import { getUploadLimits } from '../../../lib/upload-limits.ts';

export type FileKind = UploadKind;

/** Other MIME types that browsers use for a format. */
const aliases: Partial<Record<UploadFormat, readonly string[]>> = {
  'audio/mp4': ['audio/x-m4a'],
  'audio/wav': ['audio/x-wav', 'audio/vnd.wave'],
};

/** The MIME types that the server accepts. The server checks the content; this check saves uploads. */
const typesOf = (kind: FileKind): string[] =>
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
export function kindOf(file: File): FileKind | null {
  return uploadKinds.find((kind) => typesOf(kind).includes(file.type)) ?? null;
}

export const maxBytesOf = (kind: FileKind): number => getUploadLimits().maxBytes[kind];

/** The `accept` attribute of a file input for these kinds; empty if none of their formats is allowed. */
export const acceptAttribute = (...fileKinds: FileKind[]): string =>
  fileKinds.flatMap(typesOf).join(',');
