import express from 'express';
import type { Request, Router } from 'express';
import { allowOtherOrigins } from '../../http/mastodon/cross-origin.ts';
import { addressKey } from '../../platform/rate-limits/rate-limits.ts';
import type { RateLimiter } from '../../platform/rate-limits/rate-limits.ts';
import { requestLocale } from '../../http/routes/request-locale.ts';
import { sendStaticFile, toStaticFile } from '../../http/site/static-file.ts';
import { NotFoundError } from '../../platform/errors.ts';
import type { FairQueue } from '../../platform/fair-queue.ts';
import type { WebFeedKind } from './find-web-feed.ts';
import type { PreviewsModule } from './previews.module.ts';
import type { WebFeedFormat } from './web-feeds.serializer.ts';

interface Services {
  previews: Pick<PreviewsModule, 'renderWebFeed'>;
  rateLimiter: RateLimiter;
  visitorReads: FairQueue;
}

const contentTypes: Readonly<Record<WebFeedFormat, string>> = {
  atom: 'application/atom+xml; charset=utf-8',
  json: 'application/feed+json; charset=utf-8',
};
const kinds = ['profile', 'hashtag', 'thread'] as const satisfies WebFeedKind[];
const formats = Object.keys(contentTypes) as WebFeedFormat[];

/**
 * Atom and JSON feeds of what is visible without signing in: the threads of a user, the threads with a
 * hashtag and the replies to a thread. Readers that send the ETag or the time of their copy get 304.
 */
export function webFeedsRouter({ previews, rateLimiter, visitorReads }: Services): Router {
  const router = express.Router();
  for (const kind of kinds) {
    for (const format of formats) {
      router.get(
        `/${kind}/:name/feed.${format}`,
        allowOtherOrigins,
        async (request: Request<{ name: string }>, response) => {
          const locale = requestLocale(request);
          const { name } = request.params;
          const owner = addressKey(request.ip);
          await rateLimiter.consume('signedOut', owner);
          const feed = await visitorReads.run({ owner }, () =>
            previews.renderWebFeed(kind, name, format, locale),
          );
          if (feed === null) throw new NotFoundError('error.notFound');
          response.vary('Accept-Language');
          if ('movedTo' in feed) {
            response.set('Cache-Control', 'no-cache').redirect(feed.movedTo);
            return;
          }
          response.set('Last-Modified', feed.updatedAt.toUTCString());
          // Feed readers send `no-cache` with the ETag of their copy. Express would send the whole feed.
          delete request.headers['cache-control'];
          const file = {
            type: contentTypes[format],
            cacheControl: 'no-cache',
            compressed: {},
          };
          const content = Buffer.from(feed.content);
          sendStaticFile(request, response, toStaticFile({ ...file, content }));
        },
      );
    }
  }
  return router;
}
