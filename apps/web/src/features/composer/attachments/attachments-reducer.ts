import { altTextMaxLength, attachmentsMax, chainFilesMax } from '@skein/contracts/limits';
import type { Focus, Media } from '@skein/contracts/media';
import { truncateText } from '../editor/truncate-text.ts';
import type { ImageEdit } from '../../images/image-edit.ts';
import { hasAllFormats, getKind, getMaxBytes } from './file-kinds.ts';
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
  /** The point of a picture that crops keep; absent for the center. */
  focus?: Focus;
  /** How `file` was made from the selected image; undefined for the selected file itself. */
  edited?: { source: File; edit: ImageEdit };
  /** A frame of a video, captured before it is sent; null if the browser does not play it. */
  poster?: File | null;
  /** The captions of a video, one per language. */
  captions?: AttachedCaptions[];
}

export type AttachmentProblem =
  | { reason: 'unsupported' | 'not-allowed' | 'broken' | 'empty'; fileName: string }
  | { reason: 'too-large'; fileName: string; maxBytes: number }
  | { reason: 'too-many'; max: number }
  /** The thread would be posted without files of the stored draft. */
  | { reason: 'not-loaded'; fileNames: readonly string[] };

export type AttachmentAction =
  | { type: 'files-added'; attachments: Attachment[]; problems: AttachmentProblem[] }
  | { type: 'attachment-removed'; id: string }
  /** The browser cannot decode the file. */
  | { type: 'attachment-broken'; id: string }
  | { type: 'attachment-moved'; id: string; to: number }
  /** An image was cropped or rotated, or is the selected file again. */
  | { type: 'attachment-edited'; id: string; file: File; edited?: Attachment['edited'] }
  | { type: 'captions-changed'; id: string; captions: AttachedCaptions[] }
  | { type: 'focus-changed'; id: string; focus: Focus }
  | { type: 'alt-text-changed'; id: string; altText: string };

/** The files of a thread of which some are still being loaded. */
export interface RestoredFiles {
  attachments: Attachment[];
  /** The ids of all files of the stored draft, in order, until they are loaded; empty afterward. */
  restoring: readonly string[];
}

export interface AttachmentState extends RestoredFiles {
  /**
   * Why files of the last selection were rejected; cleared by the next edit. That files of the draft
   * are missing stays shown until the thread is posted.
   */
  problems: AttachmentProblem[];
}

/** Whether a video needs a frame before it is sent. */
export const isWithoutPoster = (
  attachment: Attachment,
): attachment is Attachment & { file: File } =>
  attachment.kind === 'video' && attachment.poster === undefined && attachment.file instanceof File;

/** Separates files that can be uploaded from those that the server would reject. */
export function checkFiles(files: readonly File[]): {
  accepted: Omit<Attachment, 'id'>[];
  problems: AttachmentProblem[];
} {
  const accepted: Omit<Attachment, 'id'>[] = [];
  const problems: AttachmentProblem[] = [];
  for (const file of files) {
    const kind = getKind(file);
    const { name: fileName } = file;
    if (kind === null) {
      problems.push({ reason: hasAllFormats() ? 'unsupported' : 'not-allowed', fileName });
    } else if (file.size === 0) problems.push({ reason: 'empty', fileName });
    else if (file.size > getMaxBytes(kind)) {
      problems.push({ reason: 'too-large', fileName, maxBytes: getMaxBytes(kind) });
    } else accepted.push({ file, kind, altText: '' });
  }
  return { accepted, problems };
}

/** The action that adds the files that can be uploaded, with the same description. */
export function toFilesAdded(files: readonly File[], altText = '') {
  const { accepted, problems } = checkFiles(files);
  const attachments = accepted.map((file) => ({ ...file, altText, id: crypto.randomUUID() }));
  return { type: 'files-added' as const, attachments, problems };
}

/** The problems that stay shown after an edit. */
export const afterEdit = (problems: readonly AttachmentProblem[]): AttachmentProblem[] =>
  problems.filter(({ reason }) => reason === 'not-loaded');

/** @param others the number of files in the other parts of a chain */
export function reduceAttachments(
  state: AttachmentState,
  action: AttachmentAction,
  others: number,
): AttachmentState {
  const { attachments, problems } = state;
  switch (action.type) {
    case 'files-added':
      return added(state, action, others);
    case 'attachment-removed':
      return { ...removed(state, action.id), problems: afterEdit(problems) };
    case 'attachment-broken':
      return removeBroken(state, action.id);
    case 'attachment-moved':
      return { ...state, attachments: moved(attachments, action.id, action.to) };
    case 'attachment-edited':
      return {
        ...state,
        attachments: replaced(attachments, action),
        problems: afterEdit(problems),
      };
    case 'captions-changed':
      return { ...state, attachments: captioned(attachments, action) };
    case 'focus-changed':
      return { ...state, attachments: focused(attachments, action) };
    case 'alt-text-changed':
      return { ...state, attachments: described(attachments, action.id, action.altText) };
  }
}

/** The number of files that can still be added to a thread, and to the chain that it is part of. */
export const countFreeFiles = (own: number, others: number): number =>
  Math.min(attachmentsMax - own, chainFilesMax - others - own);

const tooManyProblem = (others: number): AttachmentProblem => ({
  reason: 'too-many',
  max: attachmentsMax + others > chainFilesMax ? chainFilesMax : attachmentsMax,
});

function added(
  state: AttachmentState,
  { attachments: more, problems }: Extract<AttachmentAction, { type: 'files-added' }>,
  others: number,
): AttachmentState {
  const free = countFreeFiles(countAll(state), others);
  const accepted = more.slice(0, Math.max(0, free));
  const tooMany = accepted.length < more.length ? [tooManyProblem(others)] : [];
  return {
    ...state,
    attachments: [...state.attachments, ...accepted],
    problems: [...afterEdit(state.problems), ...problems, ...tooMany],
  };
}

/** The number of files that are not loaded yet. */
export const countMissing = ({ attachments, restoring }: RestoredFiles): number =>
  restoring.filter((id) => attachments.every((attachment) => attachment.id !== id)).length;

/** The number of files, also of those that are not loaded yet. */
export const countAll = (files: RestoredFiles): number =>
  files.attachments.length + countMissing(files);

/** All files with the loaded ones, in order. Others that were added meanwhile follow. */
function mergeFiles(
  { attachments, restoring }: RestoredFiles,
  loaded: readonly Attachment[],
): Attachment[] {
  const missing = loaded.filter(({ id }) => restoring.includes(id));
  const getPosition = ({ id }: Attachment) => {
    const position = restoring.indexOf(id);
    return position === -1 ? restoring.length : position;
  };
  return [...attachments, ...missing].toSorted((a, b) => getPosition(a) - getPosition(b));
}

/** A file of the stored draft that could not be loaded. */
export interface LostFile {
  id: string;
  name: string;
}

interface StoredFiles {
  loaded: readonly Attachment[];
  lostFiles: readonly LostFile[];
  /** The number of files in the other parts of a chain. */
  others: number;
}

/** Adds the files of the stored draft to a thread. */
export function restoreFiles(
  state: AttachmentState,
  { loaded, lostFiles, others }: StoredFiles,
): AttachmentState {
  const all = mergeFiles(state, loaded);
  // Another tab may have attached more.
  const attachments = all.slice(0, Math.max(0, countFreeFiles(0, others)));
  const problems = [...state.problems];
  if (countMissing({ ...state, attachments: all }) > 0) {
    const ownLostFiles = lostFiles.filter(({ id }) => state.restoring.includes(id));
    problems.push({
      reason: 'not-loaded',
      fileNames: ownLostFiles.map(({ name }) => name),
    });
  }
  if (attachments.length < all.length) problems.push(tooManyProblem(others));
  return { attachments, restoring: [], problems };
}

/** A removed file is not awaited any more. */
const removed = (
  { attachments, restoring, problems }: AttachmentState,
  removedId: string,
): AttachmentState => ({
  attachments: attachments.filter(({ id }) => id !== removedId),
  restoring: restoring.filter((id) => id !== removedId),
  problems,
});

function removeBroken(state: AttachmentState, id: string): AttachmentState {
  const broken = state.attachments.find((attachment) => attachment.id === id);
  if (!broken) return state;
  return {
    ...removed(state, id),
    problems: [...state.problems, { reason: 'broken', fileName: broken.file.name }],
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
    // Cropping moves the point.
    const { edited: _edited, focus: _focus, ...rest } = attachment;
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

const focused = (
  attachments: Attachment[],
  { id, focus }: Extract<AttachmentAction, { type: 'focus-changed' }>,
): Attachment[] =>
  attachments.map((attachment) => (attachment.id === id ? { ...attachment, focus } : attachment));

function described(attachments: Attachment[], id: string, altText: string): Attachment[] {
  return attachments.map((attachment) =>
    attachment.id === id
      ? { ...attachment, altText: truncateText(altText, altTextMaxLength) }
      : attachment,
  );
}

/** Whether files or their descriptions differ from the initial ones. */
export function haveFilesChanged(
  { attachments }: Pick<AttachmentState, 'attachments'>,
  files: readonly Attachment[],
): boolean {
  const isSame = ({ id, altText }: Attachment, index: number) =>
    files[index]?.id === id && files[index].altText === altText;
  return attachments.length !== files.length || !attachments.every(isSame);
}
