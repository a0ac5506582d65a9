import { featuredHashtagsMax } from '@skein/contracts/limits';
import type { Database } from '@skein/db';
import { withValues } from '@skein/messages';
import { ConflictError, NotFoundError, ValidationError } from '../../../platform/errors.ts';
import { isId, newId } from '../../../platform/ids.ts';
import type { Viewer } from '../../../platform/viewer.ts';
import { deleteFeatured, insertFeatured, selectFeatured } from './featured-hashtags.repository.ts';
import type { FeaturedHashtag } from './featured-hashtags.repository.ts';
import { isTag, toTag } from './tag.ts';

/**
 * Shows a hashtag on the viewer's profile, and returns it.
 * @throws ValidationError for a text that is not a tag; ConflictError beyond the limit
 */
export async function featureHashtag(
  database: Database,
  { userId }: Viewer,
  text: string,
): Promise<FeaturedHashtag> {
  const tag = toTag(text);
  if (!isTag(tag)) throw new ValidationError([{ path: 'tag', message: 'error.notHashtag' }]);
  if (!(await insertFeatured(database, { userId, tag }, newId()))) {
    const message = withValues('error.featuredHashtagsMax', { max: featuredHashtagsMax });
    throw new ConflictError('conflict', message);
  }
  const featured = (await selectFeatured(database, userId)).find((row) => row.tag === tag);
  if (featured === undefined) throw new NotFoundError('error.notFound');
  return featured;
}

/** @throws NotFoundError */
export async function deleteFeaturedHashtag(
  database: Database,
  { userId }: Viewer,
  id: string,
): Promise<void> {
  if (isId(id) && (await deleteFeatured(database, { userId, id }))) return;
  throw new NotFoundError('error.notFound');
}
