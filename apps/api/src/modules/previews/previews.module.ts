import type { Locale } from '../../platform/messages.ts';
import type { EmbedSize } from './embeds.serializer.ts';
import {
  findOEmbed,
  findWaitingPage,
  listSitemapPages,
  previewAccount,
  previewHashtag,
  previewProfile,
  previewThread,
  renderFeed,
  renderThreadEmbed,
} from './find-previews.ts';
import type { PreviewDependencies, SitemapKind } from './find-previews.ts';
import type { WebFeedKind } from './find-web-feed.ts';
import type { WebFeedFormat } from './web-feeds.serializer.ts';

export type PreviewsModule = ReturnType<typeof createPreviewsModule>;

/** Link previews and web feeds of public pages. */
export function createPreviewsModule(deps: PreviewDependencies) {
  return {
    findThread: (threadId: string, locale: Locale) => previewThread(deps, threadId, locale),
    findProfile: (idOrUsername: string, locale: Locale) =>
      previewProfile(deps, idOrUsername, locale),
    findHashtag: (text: string, locale: Locale) => previewHashtag(deps, text, locale),
    findAccount: (username: string) => previewAccount(deps, username),
    findWaitingPage: (path: string) => findWaitingPage(deps, path),
    renderEmbed: (threadId: string, locale: Locale) => renderThreadEmbed(deps, threadId, locale),
    findOEmbed: (url: string, size: EmbedSize) => findOEmbed(deps, url, size),
    listSitemapPages: (kind: SitemapKind) => listSitemapPages(deps, kind),
    renderWebFeed: (kind: WebFeedKind, name: string, format: WebFeedFormat, locale: Locale) =>
      renderFeed(deps, { kind, name, format, locale }),
  };
}
