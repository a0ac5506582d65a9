import { chainFilesMax } from '@skein/contracts/limits';
import type { Focus, MediaType } from '@skein/contracts/media';
import type { PollInput, ReplyPermission, SelectableAudience } from '@skein/contracts/threads';
import { withValues } from '@skein/messages';
import { ValidationError } from '../../../platform/errors.ts';
import { offsetId } from '../../../platform/ids.ts';
import type { UploadedFile } from '../../../platform/uploaded-file.ts';
import type { ThreadTarget } from '../reading/thread-target.queries.ts';
import type { ScheduledVersion } from '../scheduled/scheduled-threads.repository.ts';

/** The content of a thread that is published or scheduled. */
export interface ThreadDraft {
  target: ThreadTarget;
  content: string;
  contentWarning: string | null;
  isSensitive: boolean;
  /** One for each file, in order; '' for none. */
  altText: string[];
  /** One for each file, in order; absent for none. */
  focus?: readonly (Focus | null)[] | undefined;
  replyPermission: ReplyPermission;
  /** Absent for the author's default. */
  audience?: SelectableAudience | null | undefined;
  /** BCP 47; absent if unknown. */
  language?: string | null | undefined;
  poll: PollInput | undefined;
  /** A file that the author uploaded earlier. */
  upload: { mediaUrl: string; mediaType: MediaType | undefined } | undefined;
  /** Further earlier uploads, in order. */
  uploadIds: readonly string[];
  /** The draft that it publishes. */
  draftId?: string | undefined;
  /** Keeps the draft if it has changed since this version. */
  draftVersion?: number | undefined;
  /** The scheduled thread or chain that it publishes, which has the uploads. */
  scheduled?: ScheduledVersion | undefined;
}

/** A thread with the id that it gets and its files: one, or a part of a chain. */
export interface ThreadPart {
  id: string;
  draft: ThreadDraft;
  files: readonly UploadedFile[];
}

export interface ThreadInput
  extends
    Pick<ThreadDraft, 'content' | 'altText' | 'replyPermission' | 'draftId' | 'draftVersion'>,
    Partial<Pick<ThreadDraft, 'contentWarning' | 'isSensitive' | 'poll'>>,
    Pick<ThreadDraft, 'audience' | 'language' | 'focus'> {
  /** Makes it a reply. */
  parentThreadId?: string | undefined;
  /** Files that the viewer uploaded earlier. */
  uploadIds?: readonly string[] | undefined;
}

export interface QuoteInput
  extends
    Pick<ThreadDraft, 'content' | 'audience' | 'language' | 'draftId' | 'draftVersion' | 'focus'>,
    Partial<Pick<ThreadDraft, 'altText' | 'replyPermission' | 'contentWarning' | 'isSensitive'>> {
  quotedThreadId: string;
  /** A file that the viewer uploaded earlier. */
  mediaUrl?: string | undefined;
  mediaType?: MediaType | undefined;
  uploadIds?: readonly string[] | undefined;
}

export interface ChainInput
  extends
    Pick<ThreadDraft, 'altText' | 'replyPermission' | 'contentWarning' | 'isSensitive'>,
    Pick<
      ThreadDraft,
      'audience' | 'language' | 'focus' | 'draftId' | 'draftVersion' | 'scheduled'
    > {
  parts: { content: string; files: number; uploadIds?: string[] | undefined }[];
  /** The poll of the first part. */
  poll?: PollInput | undefined;
}

export function toThreadDraft({
  parentThreadId,
  poll,
  uploadIds = [],
  contentWarning = null,
  isSensitive = false,
  ...input
}: ThreadInput): ThreadDraft {
  const target: ThreadTarget =
    parentThreadId === undefined ? { type: 'thread' } : { type: 'reply', parentId: parentThreadId };
  return { ...input, contentWarning, isSensitive, target, poll, upload: undefined, uploadIds };
}

export function toQuoteDraft(input: QuoteInput): ThreadDraft {
  const { quotedThreadId, content, altText = [], replyPermission = 'ANYONE' } = input;
  const { mediaUrl, mediaType, uploadIds = [], contentWarning = null, isSensitive = false } = input;
  return {
    target: { type: 'quote', quotedId: quotedThreadId },
    content,
    contentWarning,
    isSensitive,
    altText,
    focus: input.focus,
    replyPermission,
    audience: input.audience,
    language: input.language,
    poll: undefined,
    upload: mediaUrl === undefined ? undefined : { mediaUrl, mediaType },
    uploadIds,
    draftId: input.draftId,
    draftVersion: input.draftVersion,
  };
}

/** The ids of the parts of a chain, which follow from the first. */
export function listPartIds(firstId: string, { parts }: Pick<ChainInput, 'parts'>): string[] {
  return parts.map((_, index) => offsetId(firstId, index));
}

/** @throws ValidationError for another number of files than the parts have, and for too many */
export function toChainParts(
  firstId: string,
  { parts, altText, focus, poll, draftId, draftVersion, ...shared }: ChainInput,
  files: readonly UploadedFile[],
): ThreadPart[] {
  const total = parts.reduce((sum, part) => sum + part.files, 0);
  if (total !== files.length) {
    throw new ValidationError([{ path: 'parts', message: 'error.chainFiles' }]);
  }
  if (parts.reduce((sum, { uploadIds = [] }) => sum + uploadIds.length, total) > chainFilesMax) {
    const message = withValues('error.chainTooManyFiles', { max: chainFilesMax });
    throw new ValidationError([{ path: 'parts', message }]);
  }
  const ids = listPartIds(firstId, { parts });
  let next = 0;
  let nextFile = 0;
  return parts.map(({ content, files: count, uploadIds = [] }, index) => {
    const from = next;
    next += count + uploadIds.length;
    nextFile += count;
    const parentId = ids[index - 1];
    const draft: ThreadDraft = {
      ...shared,
      target: parentId === undefined ? { type: 'thread' } : { type: 'reply', parentId },
      content,
      altText: altText.slice(from, next),
      focus: focus?.slice(from, next),
      poll: index === 0 ? poll : undefined,
      upload: undefined,
      uploadIds,
      draftId: index === 0 ? draftId : undefined,
      draftVersion,
    };
    return { id: ids[index] ?? '', draft, files: files.slice(nextFile - count, nextFile) };
  });
}

export function hasAttachments({ draft, files }: Pick<ThreadPart, 'draft' | 'files'>): boolean {
  const { poll, upload, uploadIds } = draft;
  return files.length > 0 || poll !== undefined || upload !== undefined || uploadIds.length > 0;
}

/** @throws ValidationError for an empty part, with its path in the request, and for two kinds of files */
export function requireContents(parts: readonly ThreadPart[]): void {
  for (const [index, part] of parts.entries()) {
    const { content, upload, uploadIds } = part.draft;
    if (uploadIds.length > 0 && (upload !== undefined || part.files.length > 0)) {
      throw new ValidationError([{ path: 'uploadIds', message: 'error.filesAndUploads' }]);
    }
    if (upload !== undefined && part.files.length > 0) {
      throw new ValidationError([{ path: 'mediaUrl', message: 'error.fileAndUpload' }]);
    }
    if (content === '' && !hasAttachments(part)) {
      const path = parts.length > 1 ? `parts.${index}.content` : 'content';
      throw new ValidationError([{ path, message: 'error.threadEmpty' }]);
    }
  }
}
