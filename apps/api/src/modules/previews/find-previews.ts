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
import { findWebFeed } from './find-web-feed.ts';
import type { WebFeedKind } from './find-web-feed.ts';
import { findPublicProfile, listPublicProfiles } from './previews.queries.ts';
import { toHashtagPreview, toProfilePreview, toThreadPreview } from './previews.serializer.ts';
import { findListedThread, findPublicThread, listNewestThreads } from './public-threads.queries.ts';
import { toWaitingProfile, toWaitingThread } from './waiting-page.serializer.ts';
import type { WebFeedFormat } from './web-feeds.serializer.ts';

// Each function returns null when the page does not exist or is not public: a visitor who is not signed in
// must not be able to distinguish the two.

/** Crawlers find older pages by links. */
const sitemapPagesMax = 5000;

export type SitemapKind = 'threads' | 'profiles';

export interface SitemapPage {
  path: string;
  changedAt?: Date;
}

interface AccountPreview {
  username: string;
  pictureUrl: string | null;
}

export interface PreviewDependencies {
  database: Database;
  hashtags: Pick<HashtagsModule, 'findPublic'>;
  publicUrl: URL;
  siteSettings: CurrentSiteSettings;
  /** Undefined unless the instance is connected with other servers. */
  federation?: object | undefined;
}

type PageDependencies = Omit<PreviewDependencies, 'hashtags'>;

const toContext = (
  { publicUrl, siteSettings }: Pick<PreviewDependencies, 'publicUrl' | 'siteSettings'>,
  locale: Locale,
) => ({ publicUrl, instanceName: siteSettings.current().name, locale });

/** The address of the document for other servers. */
const toActivity = ({ federation }: Pick<PreviewDependencies, 'federation'>, activity: string) =>
  federation === undefined ? {} : { activity };

export async function previewThread(
  deps: PageDependencies,
  threadId: string,
  locale: Locale,
): Promise<PagePreview | null> {
  const row = await findPublicThread(deps.database, threadId);
  if (row === null) return null;
  const activity = `${deps.publicUrl.origin}/ap/objects/${row.id}`;
  return { ...toThreadPreview(row, toContext(deps, locale)), ...toActivity(deps, activity) };
}

export async function previewProfile(
  deps: PageDependencies,
  idOrUsername: string,
  locale: Locale,
): Promise<PagePreview | null> {
  const row = await findPublicProfile(deps.database, idOrUsername);
  if (row === null) return null;
  const preview = toProfilePreview(row, toContext(deps, locale));
  // The address serves programs with the document.
  return { ...preview, ...toActivity(deps, preview.url) };
}

export async function previewHashtag(
  deps: Omit<PreviewDependencies, 'database'>,
  text: string,
  locale: Locale,
): Promise<PagePreview | null> {
  const tag = await deps.hashtags.findPublic(text);
  return tag === null ? null : toHashtagPreview(tag, toContext(deps, locale));
}

/** A public account with this username. */
export async function previewAccount(
  { database, publicUrl }: Pick<PreviewDependencies, 'database' | 'publicUrl'>,
  username: string,
): Promise<AccountPreview | null> {
  const row = await findPublicProfile(database, username);
  if (row === null) return null;
  const picture = toPictureUrl(row.pictureKey);
  const pictureUrl = picture === null ? null : `${publicUrl.origin}${picture}`;
  return { username: row.username, pictureUrl };
}

/** A thread or profile that a visitor can open after signing in. */
export async function findWaitingPage(
  { database }: Pick<PreviewDependencies, 'database'>,
  path: string,
): Promise<WaitingPage | null> {
  const [, kind, name = ''] = /^\/(thread|profile)\/([^/?#]+)/.exec(path) ?? [];
  if (kind === 'thread') {
    const row = await findPublicThread(database, name);
    return row && toWaitingThread(row);
  }
  const row = kind === 'profile' ? await findPublicProfile(database, name) : null;
  return row && toWaitingProfile(row);
}

/** The page that other sites frame, also for a thread that is not public. */
export async function renderThreadEmbed(
  deps: PageDependencies,
  threadId: string,
  locale: Locale,
): Promise<{ html: string; isFound: boolean }> {
  const row = await findListedThread(deps.database, threadId);
  return { html: renderEmbed(row, toContext(deps, locale)), isFound: row !== null };
}

/** @param url the address of a thread's page */
export async function findOEmbed(
  deps: PageDependencies,
  url: string,
  size: EmbedSize,
): Promise<object | null> {
  const row = await findListedThread(deps.database, readThreadId(url, deps.publicUrl) ?? '');
  return row && toOEmbed(row, size, toContext(deps, sourceLocale));
}

function readThreadId(address: string, publicUrl: URL): string | null {
  const url = URL.parse(address);
  if (url?.origin !== publicUrl.origin) return null;
  return /^\/thread\/([^/]+)\/?$/.exec(url.pathname)?.[1] ?? null;
}

export async function listSitemapPages(
  { database }: Pick<PreviewDependencies, 'database'>,
  kind: SitemapKind,
): Promise<SitemapPage[]> {
  if (kind === 'profiles') {
    const usernames = await listPublicProfiles(database, sitemapPagesMax);
    return usernames.map((username) => ({ path: `/profile/${username}` }));
  }
  const threads = await listNewestThreads(database, sitemapPagesMax);
  return threads.map(({ id, changedAt }) => ({ path: `/thread/${id}`, changedAt }));
}

interface WebFeedRequest {
  kind: WebFeedKind;
  name: string;
  format: WebFeedFormat;
  locale: Locale;
}

/**
 * The feed of the threads of a user, the threads with a hashtag or the replies to a thread, or its absolute
 * address for a former username.
 */
export async function renderFeed(
  deps: PreviewDependencies,
  { kind, name, format, locale }: WebFeedRequest,
): Promise<{ content: string; updatedAt: Date } | { movedTo: string } | null> {
  const context = toContext(deps, locale);
  const feed = await findWebFeed(deps, kind, name, context);
  if (feed === null) return null;
  if (feed.page.isFormerUsername) return { movedTo: `${feed.page.webFeed}.${format}` };
  // The library needs 10 MB.
  const { findUpdatedAt, renderWebFeed } = await import('./web-feeds.serializer.ts');
  return { content: renderWebFeed(feed, format, context), updatedAt: findUpdatedAt(feed) };
}
