import type { Media } from '@skein/contracts/media';
import type { Database } from '@skein/db';
import { isId } from '../../platform/ids.ts';
import type { Viewer } from '../../platform/viewer.ts';
import { toMediaDto } from './media.serializer.ts';
import { deleteOwnUpload, describeOwnUpload, findOwnUpload } from './own-uploads.repository.ts';
import type { UploadDetails } from './own-uploads.repository.ts';
import { mediaNotFound, uploadNotClaimable } from './upload-errors.ts';

/** An upload of the viewer, used or not. @throws NotFoundError */
export async function getOwnUpload(
  database: Database,
  { userId }: Viewer,
  id: string,
): Promise<Media> {
  const row = isId(id) ? await findOwnUpload(database, id, userId) : null;
  if (row === null) throw mediaNotFound();
  return toMediaDto(row, { isOwner: true });
}

/** Changes the description and the focus of an upload that nothing uses yet. @throws NotFoundError */
export async function describeUpload(
  database: Database,
  { userId }: Viewer,
  id: string,
  { altText, focus }: UploadDetails,
): Promise<Media> {
  const details = { altText: altText === '' ? null : altText, focus };
  const row = isId(id) ? await describeOwnUpload(database, id, userId, details) : null;
  if (row === null) throw mediaNotFound();
  return toMediaDto(row, { isOwner: true });
}

/**
 * Deletes an upload that nothing uses; the sweep deletes its files.
 * @throws NotFoundError
 * @throws ValidationError when it is used
 */
export async function deleteUpload(database: Database, viewer: Viewer, id: string): Promise<void> {
  await getOwnUpload(database, viewer, id);
  if (!(await deleteOwnUpload(database, id, viewer.userId))) throw uploadNotClaimable();
}
