import { readFileSync } from 'node:fs';
import path from 'node:path';
import express from 'express';
import type { Router } from 'express';
import sirv from 'sirv';

interface StaticSiteOptions {
  /** The built web app: `index.html`, and `assets/` with hashed names. */
  directory: string;
  instanceName: string;
}

/**
 * Serves the web app. Files with hashed names are kept by browsers for good, and go out as the
 * build compressed them; any path that is no file is a screen and gets the page, uncached.
 */
export function staticSite(options: StaticSiteOptions): Router {
  const router = express.Router();
  const html = readPage(options);
  const files = sirv(options.directory, {
    brotli: true,
    gzip: true,
    etag: true,
    extensions: [],
    setHeaders: (response, pathname) => {
      const isHashed = pathname.startsWith('/assets/');
      response.setHeader(
        'Cache-Control',
        isHashed ? 'public, max-age=31536000, immutable' : 'public, max-age=3600',
      );
    },
  });
  router.use((request, response, next) => {
    if (request.path === '/' || request.path === '/index.html') next();
    else files(request, response, next);
  });
  router.get(/^\/assets\//, (_request, response) => {
    response.status(404).type('text').send('Not found');
  });
  router.get(/.*/, (_request, response) => {
    response.setHeader('Cache-Control', 'no-cache');
    response.type('html').send(html);
  });
  return router;
}

/** The page with the instance's own name in it. */
function readPage({ directory, instanceName }: StaticSiteOptions): string {
  const name = escapeHtml(instanceName);
  return readFileSync(path.join(directory, 'index.html'), 'utf8')
    .replace(
      /(<meta name="application-name" content=")[^"]*"/,
      (_all, start: string) => `${start}${name}"`,
    )
    .replace(/<title>[^<]*<\/title>/, () => `<title>${name}</title>`);
}

function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
