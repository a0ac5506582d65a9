import type { RouteResponse } from '@skein/contracts/http';
import type { uploadMedia as uploadMediaRoute } from '@skein/contracts/threads';
import type { Transaction } from '@skein/db';
import type { Idempotency } from '../../platform/idempotency/idempotency.ts';
import { success } from '../../platform/results.ts';
import type { Unrendered } from '../../platform/results.ts';
import { createOnce } from '../../platform/idempotency/create-once.ts';
import { UnauthenticatedError } from '../../platform/errors.ts';
import { isOutage } from '../../platform/is-outage.ts';
import type { UploadedFile } from '../../platform/uploaded-file.ts';
import type { Viewer } from '../../platform/viewer.ts';
import { toMediaUrl } from './media-url.ts';
import { discardUploads, processUpload } from './store-upload.ts';
import type { StoreUploadDependencies } from './store-upload.ts';
import { findOwnedUpload } from './media.repository.ts';
import type { NewThreadMedia, StoredUpload } from './media.repository.ts';
import { missingFile } from './upload-errors.ts';

/** Prisma's error code for a foreign key violation. */
const foreignKeyViolation = 'P2003';

type UploadResponse = Unrendered<RouteResponse<typeof uploadMediaRoute>>;

export interface UploadInput {
  content: string;
  /** One per file; '' for none. */
  altText: string[];
}

interface Dependencies extends StoreUploadDependencies {
  insert: (tx: Transaction, media: NewThreadMedia) => Promise<void>;
}

/**
 * Stores a file for a thread or message, which claims it by its URL. A repeated request returns the
 * existing upload, or stores it again if it was swept meanwhile.
 * @throws ValidationError for a missing or rejected file; PayloadTooLargeError, also when the
 * viewer's quota is exceeded
 */
export async function uploadMedia(
  dependencies: Dependencies,
  viewer: Viewer,
  idempotency: Idempotency,
  input: UploadInput,
  [file]: readonly UploadedFile[],
): Promise<UploadResponse> {
  if (file === undefined) throw missingFile();
  const { database, insert } = dependencies;
  const { id } = idempotency;
  const altText = input.altText[0] ?? '';
  const upload = await createOnce(idempotency, {
    find: () => findOwnedUpload(database, id, viewer.userId),
    create: async () => {
      const processed = { ...(await processUpload(dependencies, file, viewer.userId)), id };
      const items = [{ processed, altText: altText === '' ? null : altText }];
      try {
        await database.$transaction((tx) => insert(tx, { threadId: null, items }));
      } catch (error) {
        // If the connection was lost during the commit, the row may exist and need its files; otherwise
        // the sweep deletes them.
        if (!isOutage(error)) await discardUploads(dependencies, [processed]);
        throw isOwnerMissing(error) ? new UnauthenticatedError() : error;
      }
      return processed;
    },
  });
  return toResponse(upload, input);
}

/** The account was deleted during processing. */
function isOwnerMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === foreignKeyViolation;
}

function toResponse(upload: StoredUpload, { content }: UploadInput): UploadResponse {
  return {
    ...success('success.fileUploaded'),
    post: {
      id: upload.id,
      content,
      mediaUrl: toMediaUrl(upload.storageKey, upload.fileName),
      mediaType: upload.type,
    },
  };
}
