import type { PagePreview } from '@skein/contracts/previews';
import { excerpt } from '@skein/contracts/text';
import { toMediaUrl } from '../media/index.ts';
import { toPictureUrl } from '../users/index.ts';
import type { AuthorRow, ProfilePreviewRow } from './previews.queries.ts';
import type { FileRow, PublicThreadRow } from './public-threads.queries.ts';

const textMaxLength = 200;

/** The preview of a thread that a visitor can read after signing in. Its addresses are relative. */
export function toWaitingThread(row: PublicThreadRow): PagePreview {
  const image = row.files.find(({ type }) => type === 'image');
  return {
    kind: 'thread',
    author: toAuthor(row.author),
    text: excerpt(row.contentWarning ?? row.content, textMaxLength),
    image: image === undefined ? null : toImage(image),
    hasCoveredMedia: row.hasHiddenFiles,
  };
}

export function toWaitingProfile(row: ProfilePreviewRow): PagePreview {
  return {
    kind: 'profile',
    author: toAuthor(row),
    text: excerpt(row.bio ?? '', textMaxLength),
    image: null,
    hasCoveredMedia: false,
  };
}

const toAuthor = ({ name, username, pictureKey }: AuthorRow) => ({
  name,
  username,
  picture: toPictureUrl(pictureKey),
});

function toImage(image: FileRow): PagePreview['image'] {
  const { storageKey, altText } = image;
  // Variants are ordered from the narrowest to the widest.
  const { fileName, width, height } = image.variants[0] ?? image;
  if (width === null || height === null) return null;
  return { url: toMediaUrl(storageKey, fileName), width, height, altText };
}
