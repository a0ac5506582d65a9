import express from 'express';
import type { Router } from 'express';
import { addressKey } from '../../platform/rate-limits/rate-limits.ts';
import { limitPublicRequests } from '../../http/middleware/count-request.ts';
import type { RateLimiter } from '../../platform/rate-limits/rate-limits.ts';
import { sendStaticFile, toStaticFile } from '../../http/site/static-file.ts';
import type { FairQueue } from '../../platform/fair-queue.ts';
import { escapeHtml } from '../../platform/html.ts';
import type { SitemapPage } from './find-previews.ts';
import type { PreviewsModule } from './previews.module.ts';

const kinds = ['threads', 'profiles'] as const;
const namespace = 'http://www.sitemaps.org/schemas/sitemap/0.9';

interface Services {
  previews: Pick<PreviewsModule, 'listSitemapPages'>;
  rateLimiter: RateLimiter;
  visitorReads: FairQueue;
  settings: { publicUrl: URL; isIndexable: boolean };
}

/**
 * Serves `robots.txt` and, if search engines may index the instance, the sitemaps
 * (https://www.sitemaps.org): the newest public threads and the public profiles with the most followers.
 */
export function sitemapsRouter(services: Services): Router {
  const { previews, rateLimiter, visitorReads, settings } = services;
  const { origin } = settings.publicUrl;
  const router = express.Router();
  const limit = limitPublicRequests(rateLimiter);
  router.get('/robots.txt', limit, (request, response) => {
    const sitemap = settings.isIndexable ? [`Sitemap: ${origin}/sitemap.xml`] : [];
    const rules = [
      '# Public threads, profiles and hashtags may be crawled. The API is for programs, not for crawlers.',
      'User-agent: *',
      'Disallow: /api/',
    ];
    const content = Buffer.from([...rules, ...sitemap, ''].join('\n'));
    const cacheControl = 'public, max-age=3600';
    const file = { type: '.txt', cacheControl, content, compressed: {} };
    sendStaticFile(request, response, toStaticFile(file));
  });
  if (!settings.isIndexable) return router;
  router.get('/sitemap.xml', limit, (_request, response) => {
    const sitemaps = kinds.map((kind) => {
      return `<sitemap><loc>${origin}/sitemap-${kind}.xml</loc></sitemap>`;
    });
    response.type('xml').send(toXml('sitemapindex', sitemaps));
  });
  for (const kind of kinds) {
    router.get(`/sitemap-${kind}.xml`, async (request, response) => {
      const owner = addressKey(request.ip);
      await rateLimiter.consume('signedOut', owner);
      const pages = await visitorReads.run({ owner }, () => previews.listSitemapPages(kind));
      response.type('xml').send(
        toXml(
          'urlset',
          pages.map((page) => toUrl(page, origin)),
        ),
      );
    });
  }
  return router;
}

function toUrl({ path, changedAt }: SitemapPage, origin: string): string {
  const changed = changedAt === undefined ? '' : `<lastmod>${changedAt.toISOString()}</lastmod>`;
  return `<url><loc>${escapeHtml(`${origin}${path}`)}</loc>${changed}</url>`;
}

function toXml(root: string, elements: readonly string[]): string {
  const content = elements.join('\n');
  return `<?xml version="1.0" encoding="UTF-8"?>\n<${root} xmlns="${namespace}">\n${content}\n</${root}>\n`;
}
