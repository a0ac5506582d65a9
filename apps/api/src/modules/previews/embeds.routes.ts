import type { RequestHandler } from 'express';
import { z } from 'zod';
import { MastodonResponse, defineMastodonRoute } from '../../http/mastodon/mastodon-route.ts';
import type { BindMastodon } from '../../http/mastodon/bind-mastodon.ts';
import { addressKey } from '../../platform/rate-limits/rate-limits.ts';
import type { RateLimiter } from '../../platform/rate-limits/rate-limits.ts';
import { requestLocale } from '../../http/routes/request-locale.ts';
import { sendStaticFile, toStaticFile } from '../../http/site/static-file.ts';
import { NotFoundError } from '../../platform/errors.ts';
import type { FairQueue } from '../../platform/fair-queue.ts';
import { embedSecurityPolicy } from './embeds.serializer.ts';
import type { PreviewsModule } from './previews.module.ts';

const sizePx = z.coerce.number().int().positive().optional().catch(undefined);

const oEmbed = defineMastodonRoute({
  id: 'oEmbed',
  method: 'GET',
  path: '/api/oembed',
  auth: 'none',
  query: z.object({
    url: z.string().max(500).default(''),
    format: z.string().default('json'),
    maxwidth: sizePx,
    maxheight: sizePx,
  }),
});

interface Services {
  previews: Pick<PreviewsModule, 'renderEmbed' | 'findOEmbed'>;
  rateLimiter: RateLimiter;
  visitorReads: FairQueue;
}

/** How other sites show a thread: https://oembed.com. */
export function oEmbedRoutes(
  bindMastodon: BindMastodon,
  { previews, visitorReads }: Services,
): void {
  bindMastodon(oEmbed, async ({ query: { url, format, maxwidth, maxheight }, address }) => {
    if (format !== 'json') {
      return new MastodonResponse({ error: 'Only JSON is supported.' }, { status: 501 });
    }
    const size = { maxWidth: maxwidth, maxHeight: maxheight };
    const owner = addressKey(address);
    const found = await visitorReads.run({ owner }, () => previews.findOEmbed(url, size));
    if (found === null) throw new NotFoundError('error.notFound');
    return found;
  });
}

/** The page `/embed/thread/{id}`, which any site may frame. */
export function embedPage(services: Services): RequestHandler<{ id: string }> {
  const { previews, rateLimiter, visitorReads } = services;
  return async (request, response) => {
    const locale = requestLocale(request);
    const owner = addressKey(request.ip);
    await rateLimiter.consume('signedOut', owner);
    const { html, isFound } = await visitorReads.run({ owner }, () =>
      previews.renderEmbed(request.params.id, locale),
    );
    response.status(isFound ? 200 : 404);
    response.setHeader('Content-Security-Policy', embedSecurityPolicy);
    response.removeHeader('X-Frame-Options');
    response.vary('Accept-Language');
    const file = { type: '.html', cacheControl: 'no-cache', compressed: {} };
    sendStaticFile(request, response, toStaticFile({ ...file, content: Buffer.from(html) }));
  };
}
