import express from 'express';
import type { RequestHandler, Router } from 'express';
import {
  createMastodonErrorHandler,
  rejectUnknownMastodonPath,
} from '../http/mastodon/mastodon-errors.ts';
import { createMastodonBinders } from '../http/mastodon/bind-mastodon.ts';
import type { RequestHandling } from '../http/routes/handle-request.ts';
import { allowOtherOrigins } from '../http/mastodon/cross-origin.ts';
import { limitPublicRequests } from '../http/middleware/count-request.ts';
import { mastodonRoutes } from '../mastodon/mastodon.routes.ts';
import { streamingRoutes } from '../mastodon/timelines/streaming.routes.ts';
import { oauthProtocolRoutes } from '../modules/oauth/index.ts';
import {
  embedPage,
  oEmbedRoutes,
  toHostMetaXml,
  wellKnownRoutes,
} from '../modules/previews/index.ts';
import type { Services } from './composition-root.ts';

const mastodonPath = /^\/v[12](?:\/|$)/;
const embedPath = /^\/(?:api\/oembed|embed)(?:\/|$)/i;

/** The endpoints of OAuth. The page that asks for permission belongs to the web app. */
export function oauthRouter(services: Services, handling: RequestHandling): Router {
  const router = express.Router();
  const { bindMastodon, routes } = createMastodonBinders(handling, router);
  const paths = () => routes.map(({ path }) => path);
  oauthProtocolRoutes(bindMastodon, services.oauth, services.users);
  const outer = express.Router();
  outer.use(paths(), allowOtherOrigins);
  outer.use(router);
  outer.use(paths(), createMastodonErrorHandler(services.settings.logger));
  return outer;
}

/** Descriptions of the instance and its public accounts for other software. */
export function wellKnownRouter(services: Services, handling: RequestHandling): Router {
  const { publicUrl, logger } = services.settings;
  const router = express.Router();
  const { bindMastodon, routes } = createMastodonBinders(handling, router);
  wellKnownRoutes(bindMastodon, services);
  const hostMeta = '/.well-known/host-meta';
  router.get(hostMeta, limitPublicRequests(services.rateLimiter), (_request, response) => {
    response.type('application/xrd+xml').send(toHostMetaXml(publicUrl));
  });
  const paths = [...routes.map(({ path }) => path), hostMeta];
  const outer = express.Router();
  outer.use(paths, allowOtherOrigins);
  outer.use(router);
  outer.use(paths, createMastodonErrorHandler(logger));
  return outer;
}

/** What other sites show of public threads. */
export function embedsRouter(services: Services, handling: RequestHandling): RequestHandler {
  const router = express.Router();
  const { bindMastodon, routes } = createMastodonBinders(handling, router);
  oEmbedRoutes(bindMastodon, services);
  const outer = express.Router();
  for (const { path } of routes) outer.use(path, allowOtherOrigins);
  outer.use(router);
  for (const { path } of routes)
    outer.use(path, createMastodonErrorHandler(services.settings.logger));
  outer.get('/embed/thread/:id', embedPage(services));
  return limitToPath(embedPath, outer);
}

/** The Mastodon API, below `/api`. */
export function mastodonRouter(services: Services, handling: RequestHandling): RequestHandler {
  const router = express.Router();
  router.use(allowOtherOrigins);
  router.get(
    '/v1/streaming/health',
    limitPublicRequests(services.rateLimiter),
    (_request, response) => {
      response.type('text/plain').send('OK');
    },
  );
  const { bindMastodon, bindMastodonStream } = createMastodonBinders(handling, router);
  streamingRoutes(bindMastodonStream, services);
  mastodonRoutes(bindMastodon, services);
  router.use(rejectUnknownMastodonPath);
  router.use(createMastodonErrorHandler(services.settings.logger));
  return limitToPath(mastodonPath, router);
}

/**
 * Lets other requests skip a router, which would compare their path with each of its routes and continue
 * only after other events.
 */
function limitToPath(pattern: RegExp, router: Router): RequestHandler {
  return (request, response, next) => {
    if (pattern.test(request.path)) router(request, response, next);
    else next();
  };
}
