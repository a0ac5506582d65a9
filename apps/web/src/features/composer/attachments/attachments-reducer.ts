import { altTextMaxLength, attachmentsMax, chainFilesMax } from '@skein/contracts/limits';
import type { Media } from '@skein/contracts/media';
import { truncateText } from '../editor/truncate-text.ts';
import type { ImageEdit } from '../../images/image-edit.ts';
import { hasAllFormats, kindOf, maxBytesOf } from './file-kinds.ts';
import type { FileKind } from './file-kinds.ts';

/** Captions of a video, as WebVTT. */
export interface AttachedCaptions {
  file: File;
  /** BCP 47. */
  language: string;
}

/** A file that was uploaded with a draft. */
export interface StoredFile {
  name: string;
  /** It needs no further upload. */
  size: 0;
  media: Media;
}

/** A file that was added to the composer. */
export interface Attachment {
  id: string;
  file: File | StoredFile;
  kind: FileKind;
  altText: string;
  /** How `file` was made from the selected image; undefined for the selected file itself. */
  edited?: { source: File; edit: ImageEdit };
  /** A frame of a video, captured before it is sent; null if the browser does not play it. */
  poster?: File | null;
  /** Of a video, one per language. */
  captions?: AttachedCaptions[];
}

export type AttachmentProblem =
  | { reason: 'unsupported' | 'not-allowed' | 'broken' | 'empty'; fileName: string }
  | { reason: 'too-large'; fileName: string; maxBytes: number }
  | { reason: 'too-many'; max: number };

export type AttachmentAction =
  | { type: 'files-added'; attachments: Attachment[]; problems: AttachmentProblem[] }
  | { type: 'attachment-removed'; id: string }
  /** The browser cannot decode the file. */
  | { type: 'attachment-broken'; id: string }
  | { type: 'attachment-moved'; id: string; to: number }
  /** An image was cropped or rotated, or is the selected file again. */
  | { type: 'attachment-edited'; id: string; file: File; edited?: Attachment['edited'] }
  | { type: 'captions-changed'; id: string; captions: AttachedCaptions[] }
  | { type: 'alt-text-changed'; id: string; altText: string };

export interface AttachmentState {
  attachments: Attachment[];
  /** Why files of the last selection were rejected; cleared by the next edit. */
  problems: AttachmentProblem[];
}

/** Separates files that can be uploaded from those that the server would reject. */
export function checkFiles(files: readonly File[]): {
  accepted: Omit<Attachment, 'id'>[];
  problems: AttachmentProblem[];
} {
  const accepted: Omit<Attachment, 'id'>[] = [];
  const problems: AttachmentProblem[] = [];
  for (const file of files) {
    const kind = kindOf(file);
    const { name: fileName } = file;
    if (kind === null) {
      problems.push({ reason: hasAllFormats() ? 'unsupported' : 'not-allowed', fileName });
    } else if (file.size === 0) problems.push({ reason: 'empty', fileName });
    else if (file.size > maxBytesOf(kind)) {
      problems.push({ reason: 'too-large', fileName, maxBytes: maxBytesOf(kind) });
    } else accepted.push({ file, kind, altText: '' });
  }
  return { accepted, problems };
}

/** The action that adds the files that can be uploaded. */
export function toFilesAdded(files: readonly File[]) {
  const { accepted, problems } = checkFiles(files);
  const attachments = accepted.map((file) => ({ ...file, id: crypto.randomUUID() }));
  return { type: 'files-added' as const, attachments, problems };
}

/** @param others the number of files in the other parts of a chain */
export function reduceAttachments(
  { attachments, problems }: AttachmentState,
  action: AttachmentAction,
  others: number,
): AttachmentState {
  switch (action.type) {
    case 'files-added':
      return added(attachments, action, others);
    case 'attachment-removed':
      return { attachments: attachments.filter(({ id }) => id !== action.id), problems: [] };
    case 'attachment-broken':
      return removeBroken({ attachments, problems }, action.id);
    case 'attachment-moved':
      return { attachments: moved(attachments, action.id, action.to), problems };
    case 'attachment-edited':
      return { attachments: replaced(attachments, action), problems: [] };
    case 'captions-changed':
      return { attachments: captioned(attachments, action), problems };
    case 'alt-text-changed':
      return { attachments: described(attachments, action.id, action.altText), problems };
  }
}

/** The number of files that can still be added to a thread, and to the chain that it is part of. */
export const countFreeFiles = (own: number, others: number): number =>
  Math.min(attachmentsMax - own, chainFilesMax - others - own);

function added(
  attachments: Attachment[],
  { attachments: more, problems }: Extract<AttachmentAction, { type: 'files-added' }>,
  others: number,
): AttachmentState {
  const max = attachmentsMax + others > chainFilesMax ? chainFilesMax : attachmentsMax;
  const free = countFreeFiles(attachments.length, others);
  const tooMany: AttachmentProblem[] = more.length > free ? [{ reason: 'too-many', max }] : [];
  return {
    attachments: [...attachments, ...more.slice(0, free)],
    problems: [...problems, ...tooMany],
  };
}

function removeBroken({ attachments, problems }: AttachmentState, id: string): AttachmentState {
  const broken = attachments.find((attachment) => attachment.id === id);
  if (!broken) return { attachments, problems };
  return {
    attachments: attachments.filter((attachment) => attachment !== broken),
    problems: [...problems, { reason: 'broken', fileName: broken.file.name }],
  };
}

function moved(attachments: Attachment[], id: string, to: number): Attachment[] {
  const movedAttachment = attachments.find((attachment) => attachment.id === id);
  if (!movedAttachment || to < 0 || to >= attachments.length) return attachments;
  const others = attachments.filter((attachment) => attachment !== movedAttachment);
  return others.toSpliced(to, 0, movedAttachment);
}

function replaced(
  attachments: Attachment[],
  { id, file, edited }: Extract<AttachmentAction, { type: 'attachment-edited' }>,
): Attachment[] {
  return attachments.map((attachment) => {
    if (attachment.id !== id) return attachment;
    const { edited: _, ...rest } = attachment;
    return { ...rest, file, ...(edited && { edited }) };
  });
}

const captioned = (
  attachments: Attachment[],
  { id, captions }: Extract<AttachmentAction, { type: 'captions-changed' }>,
): Attachment[] =>
  attachments.map((attachment) =>
    attachment.id === id ? { ...attachment, captions } : attachment,
  );

function described(attachments: Attachment[], id: string, altText: string): Attachment[] {
  return attachments.map((attachment) =>
    attachment.id === id
      ? { ...attachment, altText: truncateText(altText, altTextMaxLength) }
      : attachment,
  );
}
