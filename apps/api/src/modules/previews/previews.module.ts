import type { PagePreview as WaitingPage } from '@skein/contracts/previews';
import type { Database } from '@skein/db';
import { sourceLocale } from '@skein/messages';
import type { PagePreview } from '../../domain/page-preview.ts';
import type { Locale } from '../../platform/messages.ts';
import type { CurrentSiteSettings } from '../instance/index.ts';
import type { HashtagsModule } from '../search/index.ts';
import { toPictureUrl } from '../users/index.ts';
import { renderEmbed, toOEmbed } from './embeds.serializer.ts';
import type { EmbedSize } from './embeds.serializer.ts';
import { findPublicProfile, listPublicProfiles } from './previews.queries.ts';
import { toWaitingProfile, toWaitingThread } from './waiting-page.serializer.ts';
import { toHashtagPreview, toProfilePreview, toThreadPreview } from './previews.serializer.ts';
import { findListedThread, findPublicThread, listNewestThreads } from './public-threads.queries.ts';
import { findUpdatedAt, renderWebFeed } from './web-feeds.serializer.ts';
import type { WebFeedFormat } from './web-feeds.serializer.ts';
import { findWebFeed } from './find-web-feed.ts';
import type { WebFeedKind } from './find-web-feed.ts';

/** Crawlers find older pages by links. */
const sitemapPagesMax = 5000;

type SitemapKind = 'threads' | 'profiles';

export interface SitemapPage {
  path: string;
  changedAt?: Date;
}

interface AccountPreview {
  username: string;
  pictureUrl: string | null;
}

interface Dependencies {
  database: Database;
  hashtags: Pick<HashtagsModule, 'findPublic'>;
  publicUrl: URL;
  siteSettings: CurrentSiteSettings;
}

export type PreviewsModule = ReturnType<typeof createPreviewsModule>;

/**
 * Link previews and web feeds of pages. Null when the page does not exist or is not public: a
 * visitor who is not signed in must not be able to distinguish the two.
 */
export function createPreviewsModule({
  database,
  hashtags,
  siteSettings,
  publicUrl,
}: Dependencies) {
  const contextFor = (locale: Locale) => ({
    publicUrl,
    instanceName: siteSettings.current().name,
    locale,
  });
  return {
    async findThread(threadId: string, locale: Locale): Promise<PagePreview | null> {
      const row = await findPublicThread(database, threadId);
      return row && toThreadPreview(row, contextFor(locale));
    },

    async findProfile(idOrUsername: string, locale: Locale): Promise<PagePreview | null> {
      const row = await findPublicProfile(database, idOrUsername);
      return row && toProfilePreview(row, contextFor(locale));
    },

    /** A thread or profile that a visitor can open after signing in. */
    findWaitingPage: (path: string) => findWaitingPage(database, path),

    /** A public account with this username. */
    async findAccount(username: string): Promise<AccountPreview | null> {
      const row = await findPublicProfile(database, username);
      if (row === null) return null;
      const picture = toPictureUrl(row.pictureKey);
      const pictureUrl = picture === null ? null : `${publicUrl.origin}${picture}`;
      return { username: row.username, pictureUrl };
    },

    async findHashtag(text: string, locale: Locale): Promise<PagePreview | null> {
      const tag = await hashtags.findPublic(text);
      return tag === null ? null : toHashtagPreview(tag, contextFor(locale));
    },

    /** The page that other sites frame, also for a thread that is not public. */
    async renderEmbed(
      threadId: string,
      locale: Locale,
    ): Promise<{ html: string; isFound: boolean }> {
      const row = await findListedThread(database, threadId);
      return { html: renderEmbed(row, contextFor(locale)), isFound: row !== null };
    },

    /** @param url the address of a thread's page */
    async findOEmbed(url: string, size: EmbedSize): Promise<object | null> {
      const row = await findListedThread(database, readThreadId(url, publicUrl) ?? '');
      return row && toOEmbed(row, size, contextFor(sourceLocale));
    },

    listSitemapPages: (kind: SitemapKind) => listSitemapPages(database, kind),

    /**
     * The feed of the threads of a user, the threads with a hashtag or the replies to a thread, or its
     * absolute address for a former username.
     */
    async renderWebFeed(
      kind: WebFeedKind,
      name: string,
      format: WebFeedFormat,
      locale: Locale,
    ): Promise<{ content: string; updatedAt: Date } | { movedTo: string } | null> {
      const feed = await findWebFeed({ database, hashtags }, kind, name, contextFor(locale));
      if (feed === null) return null;
      if (feed.page.isFormerUsername) return { movedTo: `${feed.page.webFeed}.${format}` };
      const content = renderWebFeed(feed, format, contextFor(locale));
      return { content, updatedAt: findUpdatedAt(feed) };
    },
  };
}

async function findWaitingPage(database: Database, path: string): Promise<WaitingPage | null> {
  const [, kind, name = ''] = /^\/(thread|profile)\/([^/?#]+)/.exec(path) ?? [];
  if (kind === 'thread') {
    const row = await findPublicThread(database, name);
    return row && toWaitingThread(row);
  }
  const row = kind === 'profile' ? await findPublicProfile(database, name) : null;
  return row && toWaitingProfile(row);
}

function readThreadId(address: string, publicUrl: URL): string | null {
  const url = URL.parse(address);
  if (url?.origin !== publicUrl.origin) return null;
  return /^\/thread\/([^/]+)\/?$/.exec(url.pathname)?.[1] ?? null;
}

async function listSitemapPages(database: Database, kind: SitemapKind): Promise<SitemapPage[]> {
  if (kind === 'profiles') {
    const usernames = await listPublicProfiles(database, sitemapPagesMax);
    return usernames.map((username) => ({ path: `/profile/${username}` }));
  }
  const threads = await listNewestThreads(database, sitemapPagesMax);
  return threads.map(({ id, changedAt }) => ({ path: `/thread/${id}`, changedAt }));
}
