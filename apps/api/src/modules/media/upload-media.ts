import type { RouteResponse } from '@skein/contracts/http';
import type { uploadMedia as uploadMediaRoute } from '@skein/contracts/threads';
import type { Database, Transaction } from '@skein/db';
import type { Idempotency } from '../../http/idempotency/idempotency.ts';
import { UnauthenticatedError } from '../../platform/errors.ts';
import { isOutage } from '../../platform/is-outage.ts';
import type { UploadedFile } from '../../platform/uploaded-file.ts';
import type { Viewer } from '../../platform/viewer.ts';
import { toMediaUrl } from './media-url.ts';
import type { MediaRepository, NewThreadMedia, StoredUpload } from './media.repository.ts';
import type { PreparedMedia } from './prepared-media.ts';
import { noFile } from './refusals.ts';

/** Prisma's code for a row that names another one which is not there. */
const foreignKeyViolation = 'P2003';

type UploadAnswer = RouteResponse<typeof uploadMediaRoute>;

export interface UploadInput {
  content: string;
  /** One a file; '' for none. */
  altText: string[];
}

interface Dependencies {
  database: Database;
  repository: Pick<MediaRepository, 'findOwned'>;
  insert: (tx: Transaction, media: NewThreadMedia) => Promise<void>;
  prepare: (file: UploadedFile, ownerId: string) => Promise<PreparedMedia>;
  discard: (uploads: readonly PreparedMedia[]) => Promise<void>;
}

/**
 * Keeps a file for a thread or message to come, which claims it by its address. Sent again it
 * answers with the upload that is there; one that was swept meanwhile is made anew.
 * @throws ValidationError when there is no file, or it is refused; PayloadTooLargeError, also when the
 *   viewer has no room for it
 */
export async function uploadMedia(
  { database, repository, insert, prepare, discard }: Dependencies,
  viewer: Viewer,
  idempotency: Idempotency,
  input: UploadInput,
  [file]: readonly UploadedFile[],
): Promise<UploadAnswer> {
  if (file === undefined) throw noFile();
  const findMade = () => repository.findOwned(idempotency.id, viewer.userId);
  const made = idempotency.attempt === 'first' ? null : await findMade();
  if (made !== null) return toAnswer(made, input);

  const prepared = { ...(await prepare(file, viewer.userId)), id: idempotency.id };
  const altText = input.altText[0] ?? '';
  const items = [{ prepared, altText: altText === '' ? null : altText }];
  try {
    await database.$transaction((tx) => insert(tx, { threadId: null, items }));
  } catch (error) {
    // Where the connection was lost at the end, the row may be there and need its files; if it is
    // not, the sweep has them.
    if (isOutage(error)) throw error;
    await discard([prepared]);
    // The same request, sent twice at once: the other one was faster.
    const other = await findMade();
    if (other !== null) return toAnswer(other, input);
    throw isOwnerMissing(error) ? new UnauthenticatedError() : error;
  }
  return toAnswer(prepared, input);
}

/** The account was deleted while its file was made ready. */
function isOwnerMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === foreignKeyViolation;
}

function toAnswer(upload: StoredUpload, { content }: UploadInput): UploadAnswer {
  return {
    success: true,
    message: 'The file is uploaded.',
    post: {
      id: upload.id,
      content,
      mediaUrl: toMediaUrl(upload.storageKey, upload.fileName),
      mediaType: upload.type,
    },
  };
}
