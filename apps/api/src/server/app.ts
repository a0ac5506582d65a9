import express from 'express';
import type { Express, Router } from 'express';
import type { Services } from './composition-root.ts';
import { apiDocs } from '../http/api-docs/api-docs.ts';
import { requireOneHost } from '../http/server/malformed-requests.ts';
import { createBinders } from '../http/routes/bind-route.ts';
import type { RequestHandling } from '../http/routes/handle-request.ts';
import { createSegmentRouters } from '../http/routes/segment-routers.ts';
import { createDownloadSlots } from '../http/downloads/download-slots.ts';
import { createErrorHandler, rejectUnknownPath } from '../http/middleware/error-handler.ts';
import { limitPublicRequests } from '../http/middleware/count-request.ts';
import { measureRequests } from '../http/middleware/measure-requests.ts';
import { handleOtherMethods } from '../http/middleware/handle-other-methods.ts';
import { readinessGate } from '../http/middleware/readiness-gate.ts';
import type { ServerPhase } from '../http/middleware/readiness-gate.ts';
import { rejectBlockedAddresses } from '../http/middleware/reject-blocked-addresses.ts';
import { requestContext } from '../http/middleware/request-context.ts';
import { noIndex, noStore, securityHeaders } from '../http/middleware/security-headers.ts';
import { securityPages } from '../http/site/security-pages.ts';
import { staticSite } from '../http/site/static-site.ts';
import { traceRequests } from '../http/middleware/trace-requests.ts';
import { accountRoutes } from '../modules/account/index.ts';
import { authRoutes, oidcCallbackRouter } from '../modules/auth/index.ts';
import { bookmarksRoutes } from '../modules/bookmarks/index.ts';
import { chatRoutes } from '../modules/chat/index.ts';
import { engagementRoutes } from '../modules/engagement/index.ts';
import { federationRouter, movingRoutes } from '../modules/federation/index.ts';
import { filtersRoutes } from '../modules/filters/index.ts';
import { importsRoutes } from '../modules/imports/index.ts';
import { listsRoutes } from '../modules/lists/index.ts';
import { feedRoutes, timelinesRoutes } from '../modules/feed/index.ts';
import { relationshipsRoutes } from '../modules/relationships/index.ts';
import { hashtagsRoutes, searchRoutes, trendingRoutes } from '../modules/search/index.ts';
import { instanceRoutes } from '../modules/instance/index.ts';
import { oauthRoutes } from '../modules/oauth/index.ts';
import { gifsRoutes, mediaRoutes, serveDefaultAvatar } from '../modules/media/index.ts';
import { moderationRoutes } from '../modules/moderation/index.ts';
import { monitoringRoutes } from '../modules/monitoring/index.ts';
import { webhooksRoutes } from '../modules/webhooks/index.ts';
import {
  emailDigestPages,
  emailDigestRoutes,
  notificationsRoutes,
  pushRoutes,
} from '../modules/notifications/index.ts';
import { previewsRoutes, sitemapsRouter, webFeedsRouter } from '../modules/previews/index.ts';
import { usersRoutes } from '../modules/users/index.ts';
import { realtimeRoutes } from '../modules/realtime/index.ts';
import { threadsRoutes } from '../modules/threads/index.ts';
import { embedsRouter, mastodonRouter, oauthRouter, wellKnownRouter } from './client-routers.ts';
import { createRequestHandling } from './request-handling.ts';

/** Pages of the API that open a page of the web app. */
const redirects = (services: Services) => [
  oidcCallbackRouter({ ...services, logger: services.settings.logger }),
  emailDigestPages(),
];

/** Creates the Express app of an instance, without listening. */
export function createApp(services: Services, phase: () => ServerPhase = () => 'ready'): Express {
  const { settings } = services;
  const { logger, tracing } = settings;
  const trustsProxies = settings.trustedProxies > 0;
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.set('trust proxy', settings.trustedProxies);
  app.set('query parser', 'simple');

  if (tracing !== undefined) app.use(traceRequests(tracing, { trustsProxies }));
  app.use(
    measureRequests((measured) => {
      settings.metrics.request(measured);
      services.insights.recordRequest(measured);
    }),
  );
  app.use(requestContext({ logger, trustsProxies }));
  app.use(securityHeaders({ isHttps: settings.publicUrl.protocol === 'https:' }));
  app.use(requireOneHost);
  if (!settings.isIndexable) app.use(noIndex);
  app.use(readinessGate(phase));
  const { accessBlocks } = services.siteSettings;
  app.use(rejectBlockedAddresses((address) => accessBlocks.isAccessBlocked(address)));
  const handling = createRequestHandling(services);
  app.use(embedsRouter(services, handling));
  const { federation } = services;
  if (federation !== undefined) app.use(federationRouter({ ...services, federation }));
  app.use('/api', apiRouter(services, handling));
  app.use(oauthRouter(services, handling));
  app.use(wellKnownRouter(services, handling));
  app.use(sitemapsRouter(services));
  app.use(webFeedsRouter(services));
  app.use(securityPages({ ...settings, rateLimiter: services.rateLimiter }));
  app.use(limitPublicRequests(services.rateLimiter));
  // Clients and monitors request it, as of Mastodon. `/api/ready` also checks the database.
  app.get('/health', (_request, response) => void response.type('text/plain').send('OK'));
  app.get('/avatars/:color/:initials', serveDefaultAvatar);
  app.use('/media', mediaRouter(services));
  if (settings.siteDirectory !== undefined) {
    const { siteDirectory: directory } = settings;
    const { previews, rateLimiter, siteSettings, visitorReads } = services;
    const readSettings = () => siteSettings.current();
    const hasRules = () => services.instance.pages.listRules().length > 0;
    app.use(
      staticSite({
        ...settings,
        directory,
        readSettings,
        needsSetup: () => siteSettings.needsSetup(),
        readImageKeys: () => siteSettings.imageKeys(),
        hasRules,
        previews,
        rateLimiter,
        visitorReads,
      }),
    );
  }
  app.use(rejectUnknownPath);
  app.use(createErrorHandler(logger));
  return app;
}

function mediaRouter({ federation, gifs, media }: Services): Router {
  const router = express.Router();
  router.get('/gifs/:address', gifs.serve);
  return router.use(media.createHandler(federation?.remoteMedia.files), rejectUnknownPath);
}

function apiRouter(services: Services, handling: RequestHandling): Router {
  const { settings, ...modules } = services;
  const { getRouter, handle } = createSegmentRouters();
  const { bind, bindDownload, bindStream, routes } = createBinders({
    ...handling,
    getRouter,
    downloadSlots: createDownloadSlots({ serverMax: 2, userMax: 1 }),
    verifyResponses: settings.verifyResponses,
  });

  instanceRoutes(bind, modules.instance);
  previewsRoutes(bind, modules.previews);
  authRoutes(bind, modules.auth);
  oauthRoutes(bind, modules.oauth);
  accountRoutes({ bind, bindDownload }, modules.account, modules.auth);
  movingRoutes(bind, modules.federation);
  importsRoutes({ bind, bindDownload }, modules.imports);
  relationshipsRoutes(bind, modules.relationships);
  usersRoutes(bind, modules.users, modules.profiles);
  filtersRoutes(bind, modules.filters);
  listsRoutes(bind, modules.lists);
  bookmarksRoutes(bind, modules.bookmarks);
  mediaRoutes(bind, modules.media);
  gifsRoutes(bind, modules.gifs);
  feedRoutes(bind, modules);
  // Before `/threads/{threadId}`, which would match these paths too.
  timelinesRoutes(bind, modules.timelines);
  searchRoutes(bind, modules.search);
  trendingRoutes(bind, modules.trending);
  hashtagsRoutes(bind, modules.hashtags);
  threadsRoutes(bind, modules.threads);
  engagementRoutes(bind, modules.engagement);
  notificationsRoutes(bind, modules.notifications);
  emailDigestRoutes(bind, modules.emailDigest);
  pushRoutes(bind, modules.push);
  chatRoutes(bind, modules.chat);
  realtimeRoutes(bindStream, modules.realtime);
  moderationRoutes({ bind, bindDownload }, modules.moderation);
  webhooksRoutes(bind, modules);
  monitoringRoutes(bind, modules);

  const router = express.Router();
  router.use(noStore, mastodonRouter(services, handling), handle, redirects(services));
  router.use(limitPublicRequests(modules.rateLimiter));
  const readInstance = () => ({
    name: modules.siteSettings.current().name,
    version: settings.version,
  });
  const docs = apiDocs(router, { routes, readInstance });
  router.use(handleOtherMethods([...routes, ...docs]));
  router.use(rejectUnknownPath);
  return router;
}
