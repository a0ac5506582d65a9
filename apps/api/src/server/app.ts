import express from 'express';
import type { Express, Router } from 'express';
import type { Services } from './composition-root.ts';
import { apiDocs } from '../http/api-docs/api-docs.ts';
import { requireOneHost } from '../http/server/malformed-requests.ts';
import { createBindRoute } from '../http/routes/bind-route.ts';
import { createBindStream } from '../http/streams/bind-stream.ts';
import { createCursorCipher } from '../http/routes/cursor-cipher.ts';
import { createDownloadSlots } from '../http/downloads/download-slots.ts';
import { createErrorHandler, rejectUnknownPath } from '../http/middleware/error-handler.ts';
import { limitPublicRequests } from '../http/rate-limits/rate-limits.ts';
import { measureRequests } from '../http/middleware/measure-requests.ts';
import { handleOtherMethods } from '../http/middleware/handle-other-methods.ts';
import { readinessGate } from '../http/middleware/readiness-gate.ts';
import type { ServerPhase } from '../http/middleware/readiness-gate.ts';
import { requestContext } from '../http/middleware/request-context.ts';
import { noIndex, noStore, securityHeaders } from '../http/middleware/security-headers.ts';
import { staticSite } from '../http/site/static-site.ts';
import { createFormReceiver } from '../http/uploads/receive-form.ts';
import { createRequestLimiters } from '../http/request-limiters.ts';
import { accountRoutes } from '../modules/account/index.ts';
import { authRoutes } from '../modules/auth/index.ts';
import { chatRoutes } from '../modules/chat/index.ts';
import { engagementRoutes } from '../modules/engagement/index.ts';
import { feedRoutes, timelinesRoutes } from '../modules/feed/index.ts';
import { relationshipsRoutes } from '../modules/relationships/index.ts';
import { hashtagsRoutes, searchRoutes, trendingRoutes } from '../modules/search/index.ts';
import { instanceRoutes } from '../modules/instance/index.ts';
import { mediaRoutes } from '../modules/media/index.ts';
import { moderationRoutes } from '../modules/moderation/index.ts';
import { notificationsRoutes, pushRoutes } from '../modules/notifications/index.ts';
import { usersRoutes } from '../modules/users/index.ts';
import { realtimeRoutes } from '../modules/realtime/index.ts';
import { threadsRoutes } from '../modules/threads/index.ts';
import { createDiskSpace } from '../platform/disk-space.ts';

/** Creates the Express app of an instance, without listening. */
export function createApp(services: Services, phase: () => ServerPhase = () => 'ready'): Express {
  const { settings } = services;
  const { logger, trustedProxies } = settings;
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.set('trust proxy', trustedProxies);
  app.set('query parser', 'simple');

  app.use(measureRequests(settings.metrics));
  app.use(requestContext({ logger, trustsProxies: trustedProxies > 0 }));
  app.use(securityHeaders({ isHttps: settings.publicUrl.protocol === 'https:' }));
  app.use(requireOneHost);
  if (!settings.isIndexable) app.use(noIndex);
  app.use(readinessGate(phase));
  app.use('/api', noStore, apiRouter(services));
  app.use(limitPublicRequests(services.rateLimiter));
  app.use('/media', services.media.serve, rejectUnknownPath);
  if (settings.siteDirectory !== undefined) {
    const { siteDirectory: directory, instanceName } = settings;
    const { previews, rateLimiter } = services;
    app.use(staticSite({ directory, instanceName, previews, rateLimiter }));
  }
  app.use(rejectUnknownPath);
  app.use(createErrorHandler(logger));
  return app;
}

function apiRouter({ settings, ...modules }: Services): Router {
  const router = express.Router();
  const { bus } = modules;
  const cursorCipher = createCursorCipher(settings.jwtSecret);
  const isHttps = settings.publicUrl.protocol === 'https:';
  const { replicas } = settings;
  const { bind, bindDownload, routes } = createBindRoute({
    router,
    resolveViewer: modules.auth.resolveViewer,
    rateLimiter: modules.rateLimiter,
    requestLimiters: createRequestLimiters(settings),
    downloadSlots: createDownloadSlots({ serverMax: 2, userMax: 1 }),
    receiveForm: createFormReceiver({
      directory: settings.uploadsDirectory,
      diskSpace: createDiskSpace({
        directory: settings.uploadsDirectory,
        reserveBytes: settings.diskReserveBytes,
        readFreeBytes: settings.readFreeBytes,
      }),
      quota: modules.media.uploadQuota,
      logger: settings.logger,
    }),
    idempotencyKeys: modules.idempotency,
    cursorCipher,
    runWithDatabase: replicas?.createRequestDatabase({ ...replicas, bus, cursorCipher, isHttps }),
    verifyResponses: settings.verifyResponses,
  });
  const { bindStream, streams } = createBindStream({
    router,
    resolveViewer: modules.auth.resolveViewer,
    rateLimiter: modules.rateLimiter,
    publicUrl: settings.publicUrl,
    verifyResponses: settings.verifyResponses,
  });

  instanceRoutes(bind, modules.instance);
  authRoutes(bind, modules.auth);
  accountRoutes({ bind, bindDownload }, modules.account, modules.auth);
  relationshipsRoutes(bind, modules.relationships);
  usersRoutes(bind, modules.users, modules.profiles);
  mediaRoutes(bind, modules.media);
  feedRoutes(bind, modules.feed);
  // Before `/threads/{threadId}`, which would match these paths too.
  timelinesRoutes(bind, modules.timelines);
  searchRoutes(bind, modules.search);
  trendingRoutes(bind, modules.trending);
  hashtagsRoutes(bind, modules.hashtags);
  threadsRoutes(bind, modules.threads);
  engagementRoutes(bind, modules.engagement);
  notificationsRoutes(bind, modules.notifications);
  pushRoutes(bind, modules.push);
  chatRoutes(bind, modules.chat);
  realtimeRoutes(bindStream, modules.realtime);
  moderationRoutes(bind, modules.moderation);

  router.use(limitPublicRequests(modules.rateLimiter));
  const { instanceName: name, version } = settings;
  const endpoints = [...routes, ...streams];
  const docs = apiDocs(router, { routes: endpoints, instance: { name, version } });
  router.use(handleOtherMethods([...endpoints, ...docs]));
  router.use(rejectUnknownPath);
  return router;
}
