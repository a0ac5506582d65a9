import * as routes from '@skein/contracts/routes';
import type { SavedDraft } from '@skein/contracts/threads';
import { fromLocalInput } from '../../../lib/local-time.ts';
import { capturePoster } from '../../../lib/video-poster.ts';
import { toAudienceFields, toVideoFiles } from '../submit/submit-action.ts';
import { ApiError, request } from '../../../api/index.ts';
import type { Attachment } from '../attachments/attachments-reducer.ts';
import type { ComposerState } from '../editor/composer-reducer.ts';
import { getWarning } from '../editor/composer-reducer.ts';

/** The thread that a draft replies to or quotes. */
export interface DraftTarget {
  parentThreadId?: string;
  quotedThreadId?: string;
}

interface SaveOptions {
  target: DraftTarget;
  signal?: AbortSignal;
  /** Called with the uploaded fraction of all files, from 0 to 1. */
  onProgress?: (fraction: number) => void;
}

/** The draft was published or deleted on another device. */
export class DraftGoneError extends Error {}

const getParts = (state: Pick<ComposerState, 'text' | 'attachments' | 'parts'>) => [
  state,
  ...state.parts,
];

/** The content that is saved, to compare two states. */
export function describeContent(state: ComposerState): string {
  return JSON.stringify([
    toFields(state),
    getParts(state).map(({ text }) => text),
    listFiles(state),
  ]);
}

/** The ids of the files in content that `describeContent` has returned. */
export function listContentIds(content: string): string[] {
  const [, , files] = JSON.parse(content) as [unknown, unknown, ReturnType<typeof listFiles>];
  return files.flat().flatMap(([id]) => (typeof id === 'string' ? [id] : []));
}

const listFiles = (state: ComposerState) =>
  getParts(state).map(({ attachments }) =>
    attachments.map((attachment) => {
      const { id, altText, file, focus } = attachment;
      return [id, altText, file.size, describeCaptions(attachment), focus?.x, focus?.y];
    }),
  );

/** Content whose files are uploaded. Each attempt to save it sends the same. */
export interface PreparedDraft {
  /** Null for a request of an earlier visit, which created a draft. */
  state: ComposerState | null;
  /** The content that it saves, as `describeContent` returns it. */
  content: string;
  body: ReturnType<typeof toFields> & DraftTarget & { parts: string[] };
  idempotencyKey: string;
}

/** Uploads the new files and saves the content. @throws {DraftGoneError} */
export async function saveDraft(state: ComposerState, options: SaveOptions): Promise<SavedDraft> {
  return sendDraft(await prepareDraft(state, options), options.signal);
}

/** Uploads the new files. */
export async function prepareDraft(
  state: ComposerState,
  options: SaveOptions,
): Promise<PreparedDraft> {
  const upload = createUploader(state, options);
  const parts: string[] = [];
  for (const { text, attachments } of getParts(state)) {
    const media: Pick<Attachment, 'id' | 'altText' | 'focus'>[] = [];
    for (const attachment of attachments) {
      const { altText, focus } = attachment;
      media.push({ id: await upload(attachment), altText, ...(focus && { focus }) });
    }
    parts.push(JSON.stringify({ content: text, media }));
  }
  const body = { ...toFields(state), ...options.target, parts };
  return { state, content: describeContent(state), body, idempotencyKey: crypto.randomUUID() };
}

/**
 * Saves the content on the server: as a new draft, or as a change of the draft that it continues.
 * After a conflict the result is a second draft.
 * @throws {DraftGoneError}
 */
export async function sendDraft(
  prepared: PreparedDraft,
  signal?: AbortSignal,
): Promise<SavedDraft> {
  const saved = await send(prepared, signal);
  if (prepared.state) keepUploads(prepared.state, saved);
  return saved;
}

async function send(
  { state, body, idempotencyKey }: PreparedDraft,
  signal: AbortSignal | undefined,
): Promise<SavedDraft> {
  const call = { files: {}, ...(signal && { signal }) };
  const { saved } = state ?? { saved: null };
  if (state === null || saved === null) {
    const options = { body, idempotencyKey, ...call };
    const created = await request(routes.createDraft, options);
    return asCreated(created);
  }
  try {
    return await request(routes.updateDraft, {
      params: { draftId: saved.id },
      body: { ...body, version: saved.version },
      ...call,
    });
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 404)) throw error;
    keepUploads(state, { parts: [] });
    throw new DraftGoneError();
  }
}

/**
 * The response to a repeated request contains later changes of other devices. The composer continues
 * the version that it has created, so that a conflict keeps both.
 */
const asCreated = (draft: SavedDraft): SavedDraft =>
  draft.updatedAt === draft.createdAt ? draft : { ...draft, version: firstVersion };

function toFields(state: ComposerState) {
  const { topic, replyPermission, isSensitive, poll } = state;
  const scheduledAt = state.scheduledAt === null ? null : fromLocalInput(state.scheduledAt);
  return {
    topic,
    replyPermission,
    contentWarning: getWarning(state),
    isSensitive,
    ...toAudienceFields(state),
    ...(scheduledAt !== null && { scheduledAt }),
    ...(poll && {
      poll: JSON.stringify({ ...poll, options: poll.options.map(({ text }) => text) }),
    }),
  };
}

/** The version of a new draft. */
const firstVersion = 1;

/** Uploads one file after the other, so that a lost connection loses few of them. */
function createUploader(state: ComposerState, { signal, onProgress }: SaveOptions) {
  const files = getParts(state).flatMap(({ attachments }) => attachments.map(({ file }) => file));
  const total = files.reduce((sum, { size }) => sum + size, 0);
  let sent = 0;
  return async (attachment: Attachment): Promise<string> => {
    const { file } = attachment;
    if (!(file instanceof File)) return file.media.id;
    const upload = await describeUpload(attachment, file);
    const { key, poster, stored } = upload;
    if (stored !== null) {
      sent += file.size;
      return stored.id;
    }
    const { captions = [] } = attachment;
    const { post } = await request(routes.uploadMedia, {
      body: toVideoFiles({ posters: [poster], captions: [captions] }),
      files: {
        media: [file],
        poster: poster === null ? [] : [poster],
        captions: captions.map((caption) => caption.file),
      },
      idempotencyKey: key,
      ...(signal && { signal }),
      onUploadProgress: (fraction) => onProgress?.((sent + fraction * file.size) / total),
    });
    sent += file.size;
    upload.stored = { id: post.id, untilMs: Date.now() + unusedUploadMs };
    return post.id;
  };
}

interface Upload {
  captions: string;
  /** The same for every attempt to upload the same file. */
  key: string;
  poster: File | null;
  /** The upload, once it has succeeded, and how long the server keeps it. */
  stored: { id: string; untilMs: number } | null;
}

/** The server deletes uploads that no draft has after an hour. */
const unusedUploadMs = 30 * 60 * 1000;

/** The uploads of files; null for one that the server may have deleted. */
const uploads = new WeakMap<File, Upload | null>();

async function describeUpload(attachment: Attachment, file: File): Promise<Upload> {
  const captions = describeCaptions(attachment);
  const known = uploads.get(file);
  const isExpired = known?.stored && Date.now() > known.stored.untilMs;
  if (known?.captions === captions && !isExpired) return known;
  const isVideo = attachment.kind === 'video';
  const { poster = isVideo ? await capturePoster(file) : null } = attachment;
  const isNew = known !== null && !isExpired;
  const key = isNew ? getUploadKey(attachment, file) : crypto.randomUUID();
  const upload: Upload = { captions, key, poster, stored: null };
  uploads.set(file, upload);
  return upload;
}

/**
 * Derived from the attachment, so that a pending post, which has copies of the files, uses the uploads
 * of the composer and of earlier attempts.
 */
const getUploadKey = (attachment: Attachment, { size, lastModified }: File): string =>
  `${attachment.id}:${size}:${lastModified}:${describeCaptions(attachment)}`;

/** Remembers the uploads of a saved draft, and forgets others: the server may delete them. */
function keepUploads(state: ComposerState, { parts }: Pick<SavedDraft, 'parts'>): void {
  const savedIds = new Set(parts.flatMap(({ media }) => media.map(({ id }) => id)));
  for (const { file } of getParts(state).flatMap(({ attachments }) => attachments)) {
    if (!(file instanceof File)) continue;
    const stored = uploads.get(file)?.stored;
    if (stored && savedIds.has(stored.id)) stored.untilMs = Infinity;
    else uploads.set(file, null);
  }
}

/** The id of the file on the server, as far as it has been saved with a draft. */
export function findMediaId(attachment: Attachment): string | undefined {
  const { file } = attachment;
  if (!(file instanceof File)) return file.media.id;
  const upload = uploads.get(file);
  const isSaved = upload?.stored?.untilMs === Infinity;
  return isSaved && upload.captions === describeCaptions(attachment)
    ? upload.stored?.id
    : undefined;
}

const describeCaptions = ({ captions = [] }: Attachment): string =>
  JSON.stringify(captions.map(({ language, file }) => [language, file.size, file.lastModified]));
