import type { QueryClient } from '@tanstack/react-query';
import type {
  PollInput,
  ReplyPermission,
  SavedDraft,
  SelectableAudience,
} from '@skein/contracts/threads';
import { ApiError } from '../../../api/index.ts';
import type { PendingTarget } from '../pending/pending-post.ts';
import { verificationOptions } from '../../auth/email/verification-toast.ts';
import type { AttachedCaptions } from '../attachments/attachments-reducer.ts';

/** The files of a thread. The other lists have one entry per file, in the same order. */
interface SubmittedFiles {
  files: readonly File[];
  /** Files that were uploaded with a draft, in place of files. */
  uploadIds: readonly string[];
  /** One per file, in the same order. */
  altTexts: readonly string[];
  /** The points of the pictures that crops keep, as the server reads them; '' for the center. */
  focuses: readonly string[];
  /** Null for other files than videos, and for videos that the browser cannot play. */
  posters: readonly (File | null)[];
  captions: readonly (readonly AttachedCaptions[])[];
}

/** A further thread, which replies to the one before. */
export interface SubmittedPart extends SubmittedFiles {
  content: string;
}

/** The content of a composer and the options of its request. */
export interface Submission extends SubmittedPart {
  replyPermission: ReplyPermission;
  /** Null for the default. */
  audience: SelectableAudience | null;
  /** Null if unknown. */
  language: string | null;
  /** '' for none. */
  contentWarning: string;
  isSensitive: boolean;
  /** ISO 8601; null to publish it now. */
  scheduledAt: string | null;
  poll: PollInput | null;
  parts: readonly SubmittedPart[];
  /** The draft that it publishes; null for none. */
  savedDraft: Pick<SavedDraft, 'id' | 'version'> | null;
  /** The same for every attempt to submit the same content, so that it is created only once. */
  idempotencyKey: string;
  signal: AbortSignal;
  /** Called with the uploaded fraction, from 0 to 1. */
  onProgress: (fraction: number) => void;
}

export type RequestOptions = Pick<Submission, 'idempotencyKey' | 'signal' | 'onProgress'>;

/** How one kind of composer submits its content and updates the cache. */
export interface SubmitAction<Result> {
  /** Set if the post is stored on the device and sent later when there is no connection. */
  pendingTarget?: PendingTarget;
  submit: (submission: Submission) => Promise<Result>;
  onSuccess: (client: QueryClient, result: Result) => void;
  /** Handles a failure. A cancellation does not call it. */
  onError: (error: Error) => void;
}

/** The shared key makes the toast of each attempt replace the previous one. */
export const toastOptions = { key: 'composer' };

/** The options of the toast about a failure. */
export const errorToastOptions = (error: Error) => ({
  ...toastOptions,
  ...verificationOptions(error),
});

/** Why the server rejected the request; undefined if it failed for another reason. */
export function serverMessage(error: Error): string | undefined {
  return error instanceof ApiError && error.status < 500 ? error.message || undefined : undefined;
}

/** The content warning as fields of a new thread. */
export function toWarningFields({ contentWarning, isSensitive, altTexts }: Submission) {
  return {
    ...(contentWarning !== '' && { contentWarning }),
    ...(isSensitive && altTexts.length > 0 && { isSensitive: 'true' as const }),
  };
}

/** The descriptions and focuses of the files as fields of a new thread. */
export function toFileFields({ altTexts, focuses }: Pick<Submission, 'altTexts' | 'focuses'>) {
  return {
    altText: [...altTexts],
    ...(focuses.some((focus) => focus !== '') && { focus: [...focuses] }),
  };
}

/** The audience and the language as fields of a new thread or a draft, as far as they are known. */
export function toAudienceFields({
  audience,
  language,
}: Pick<Submission, 'audience' | 'language'>) {
  return { ...(audience && { audience }), ...(language && { language }) };
}

/** The draft that is published and its files. */
export function toDraftFields({ savedDraft, uploadIds }: Submission) {
  return {
    ...(savedDraft && { draftId: savedDraft.id, draftVersion: savedDraft.version }),
    ...(uploadIds.length > 0 && { uploadIds: [...uploadIds] }),
  };
}

/** Content of a draft that was saved with all files. */
export function withSavedDraft(submission: Submission, savedDraft: SavedDraft): Submission {
  const getUploads = (index: number) => {
    const media = savedDraft.parts[index]?.media ?? [];
    const uploadIds = media.map(({ id }) => id);
    const altTexts = media.map(({ altText }) => altText ?? '');
    // The server has stored the focuses with the draft.
    return { files: [], posters: [], captions: [], uploadIds, altTexts, focuses: [] };
  };
  return {
    ...submission,
    ...getUploads(0),
    parts: submission.parts.map((part, index) => ({ ...part, ...getUploads(index + 1) })),
    savedDraft,
  };
}

/** The options that all multipart requests share. */
export function toUploadOptions(submission: Submission) {
  const { files, posters, captions, idempotencyKey, signal, onProgress } = submission;
  return {
    files: {
      media: files,
      poster: posters.filter((poster) => poster !== null),
      captions: captions.flat().map(({ file }) => file),
    },
    idempotencyKey,
    signal,
    onUploadProgress: onProgress,
  };
}

/** The videos to which the posters and captions belong, as a field of the form. */
export function toVideoFiles({ posters, captions }: Pick<SubmittedFiles, 'posters' | 'captions'>) {
  const videoFiles = {
    posters: posters.flatMap((poster, video) => (poster === null ? [] : [video])),
    captions: captions.flatMap((files, video) =>
      files.map(({ language }) => ({ video, language })),
    ),
  };
  const isEmpty = videoFiles.posters.length + videoFiles.captions.length === 0;
  return isEmpty ? {} : { videoFiles: JSON.stringify(videoFiles) };
}
