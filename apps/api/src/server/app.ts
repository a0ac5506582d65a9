import express from 'express';
import type { Express, Router } from 'express';
import type { Services } from './composition-root.ts';
import { apiDocs } from '../http/api-docs.ts';
import { requireOneHost } from '../http/broken-requests.ts';
import { createBindRoute } from '../http/bind-route.ts';
import { createBindStream } from '../http/bind-stream.ts';
import { compressAnswers } from '../http/compress-answers.ts';
import { createCursorCipher } from '../http/cursor-cipher.ts';
import { createDownloadSlots } from '../http/download-slots.ts';
import { createErrorHandler, refuseUnknownPath } from '../http/error-handler.ts';
import { limitPublic } from '../http/limits.ts';
import { measureRequests } from '../http/measure-requests.ts';
import { answerOtherMethods } from '../http/other-methods.ts';
import { refuseUnready } from '../http/refuse-unready.ts';
import type { ServerPhase } from '../http/refuse-unready.ts';
import { requestContext } from '../http/request-context.ts';
import { noIndex, noStore, securityHeaders } from '../http/security-headers.ts';
import { staticSite } from '../http/static-site.ts';
import { createFormReceiver } from '../http/upload.ts';
import { createWorkload } from '../http/workload.ts';
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
import { profilesRoutes, usersRoutes } from '../modules/users/index.ts';
import { realtimeRoutes } from '../modules/realtime/index.ts';
import { threadsRoutes } from '../modules/threads/index.ts';
import { createDiskSpace } from '../platform/disk-space.ts';

/** The whole HTTP side of an instance, not yet listening. */
export function createApp(services: Services, phase: () => ServerPhase = () => 'open'): Express {
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
  app.use(refuseUnready(phase));
  app.use('/api', noStore, compressAnswers, apiRouter(services));
  app.use(limitPublic(services.limits));
  app.use('/media', services.media.serve, refuseUnknownPath);
  if (settings.siteDirectory !== undefined) {
    const { siteDirectory: directory, instanceName } = settings;
    const { previews, limits } = services;
    app.use(staticSite({ directory, instanceName, previews, limits }));
  }
  app.use(refuseUnknownPath);
  app.use(createErrorHandler(logger));
  return app;
}

function apiRouter({ settings, ...modules }: Services): Router {
  const router = express.Router();
  const { bind, bindDownload, routes } = createBindRoute({
    router,
    resolveViewer: modules.auth.resolveViewer,
    limits: modules.limits,
    workload: createWorkload(settings),
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
    creationClaims: modules.idempotency,
    cursorCipher: createCursorCipher(settings.jwtSecret),
    verifyAnswers: settings.verifyAnswers,
  });
  const { bindStream, streams } = createBindStream({
    router,
    resolveViewer: modules.auth.resolveViewer,
    limits: modules.limits,
    publicUrl: settings.publicUrl,
    verifyAnswers: settings.verifyAnswers,
  });

  instanceRoutes(bind, modules.instance);
  authRoutes(bind, modules.auth);
  usersRoutes(bind, modules.users);
  accountRoutes({ bind, bindDownload }, modules.account, modules.auth);
  relationshipsRoutes(bind, modules.follows);
  profilesRoutes(bind, modules.profiles);
  mediaRoutes(bind, modules.media);
  feedRoutes(bind, modules.feed);
  // Before `/threads/{threadId}`, which would take their names for ids.
  timelinesRoutes(bind, modules.timelines);
  searchRoutes(bind, modules.search);
  trendingRoutes(bind, modules.trending);
  hashtagsRoutes(bind, modules.hashtags);
  threadsRoutes(bind, modules.threads);
  engagementRoutes(bind, modules.engagement);
  notificationsRoutes(bind, modules.notifications);
  pushRoutes(bind, modules.push);
  chatRoutes(bind, modules.chat);
  realtimeRoutes(bindStream, modules.streams);
  moderationRoutes(bind, modules.moderation);

  router.use(limitPublic(modules.limits));
  const { instanceName: name, version } = settings;
  const endpoints = [...routes, ...streams];
  const docs = apiDocs(router, { routes: endpoints, instance: { name, version } });
  router.use(answerOtherMethods([...endpoints, ...docs]));
  router.use(refuseUnknownPath);
  return router;
}
