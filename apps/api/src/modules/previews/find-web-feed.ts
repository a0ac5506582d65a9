import type { Database } from '@skein/db';
import { t } from '../../platform/messages.ts';
import type { HashtagsModule } from '../search/index.ts';
import { findPublicProfile } from './previews.queries.ts';
import { toHashtagPreview, toProfilePreview, toThreadPreview } from './previews.serializer.ts';
import type { PreviewContext } from './thread-html.ts';
import {
  findListedThread,
  listRepliesToThread,
  listThreadsOfHashtag,
  listThreadsOfUser,
} from './public-threads.queries.ts';
import type { WebFeed } from './web-feeds.serializer.ts';

export type WebFeedKind = 'profile' | 'hashtag' | 'thread';

/** The page and its entries; null if the page does not exist or is not public. */
export async function findWebFeed(
  { database, hashtags }: { database: Database; hashtags: Pick<HashtagsModule, 'findPublic'> },
  kind: WebFeedKind,
  name: string,
  preview: PreviewContext,
): Promise<WebFeed | null> {
  switch (kind) {
    case 'profile': {
      const row = await findPublicProfile(database, name);
      if (row === null) return null;
      const rows = row.isFormerUsername ? [] : await listThreadsOfUser(database, row.username);
      return { page: toProfilePreview(row, preview), createdAt: row.createdAt, rows };
    }
    case 'hashtag': {
      const tag = await hashtags.findPublic(name);
      if (tag === null) return null;
      const rows = await listThreadsOfHashtag(database, tag);
      const createdAt = rows.at(-1)?.createdAt;
      return createdAt ? { page: toHashtagPreview(tag, preview), createdAt, rows } : null;
    }
    case 'thread': {
      const row = await findListedThread(database, name);
      if (row === null) return null;
      const page = toThreadPreview(row, preview);
      const title = t(preview.locale, 'preview.replies', { title: page.title });
      const rows = await listRepliesToThread(database, row.id);
      return { page: { ...page, title }, createdAt: row.createdAt, rows };
    }
    default:
      return kind satisfies never;
  }
}
