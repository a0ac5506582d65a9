import { toHtml, escapeHtml } from '../../../platform/html.ts';
import { toMediaUrl } from '../../media/index.ts';
import type { PublicThreadRow } from '../../previews/index.ts';
import type { Addresses } from '../identity/addresses.ts';

const everyone = 'https://www.w3.org/ns/activitystreams#Public';

/** A thread that visitors may see, as other servers read it. */
export function toNoteDocument(
  row: PublicThreadRow,
  { addresses, authorId }: { addresses: Addresses; authorId: string },
): object {
  const { id, isListed, contentWarning, createdAt, editedAt } = row;
  const { origin } = addresses;
  const followers = addresses.collection(authorId, 'followers');
  return {
    '@context': ['https://www.w3.org/ns/activitystreams', terms],
    id: addresses.object(id),
    type: 'Note',
    attributedTo: addresses.actor(authorId),
    url: `${origin}/thread/${id}`,
    content: toHtml(row.content, { origin, mentions: new Map(row.mentions) }),
    summary: contentWarning === null ? null : escapeHtml(contentWarning),
    sensitive: contentWarning !== null || row.hasHiddenFiles,
    published: createdAt.toISOString(),
    ...(editedAt !== null && { updated: editedAt.toISOString() }),
    to: [isListed ? everyone : followers],
    cc: [isListed ? followers : everyone],
    tag: row.hashtags.map((tag) => ({
      type: 'Hashtag',
      name: `#${tag}`,
      href: `${origin}/hashtag/${encodeURIComponent(tag)}`,
    })),
    attachment: row.files.map((file) => ({
      type: 'Document',
      mediaType: file.mimeType,
      url: origin + toMediaUrl(file.storageKey, file.fileName),
      name: file.altText,
      ...(file.width !== null && { width: file.width, height: file.height }),
    })),
  };
}

const terms = {
  sensitive: 'as:sensitive',
  Hashtag: 'as:Hashtag',
};
