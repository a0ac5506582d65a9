import type { BindRouteOptions } from '../http/routes/bind-route.ts';
import { createCursorCipher } from '../http/routes/cursor-cipher.ts';
import { createFormReceiver } from '../http/uploads/receive-form.ts';
import { createRequestLimiters } from '../http/request-limiters.ts';
import { createDiskSpace } from '../platform/disk-space.ts';
import type { Services } from './composition-root.ts';

/** What the routes of both APIs share: authentication, limits, uploads and the choice of a database. */
export type RequestHandling = Omit<
  BindRouteOptions,
  'routerOf' | 'downloadSlots' | 'verifyResponses'
>;

export function createRequestHandling({ settings, ...modules }: Services): RequestHandling {
  const { bus } = modules;
  const { replicas } = settings;
  const cursorCipher = createCursorCipher(settings.jwtSecret);
  const isHttps = settings.publicUrl.protocol === 'https:';
  return {
    resolveViewer: modules.oauth.resolveViewer,
    rateLimiter: modules.rateLimiter,
    requestLimiters: createRequestLimiters(settings),
    receiveForm: createFormReceiver({
      directory: settings.uploadsDirectory,
      diskSpace: createDiskSpace({
        directory: settings.uploadsDirectory,
        reserveBytes: settings.diskReserveBytes,
        readDisk: settings.readDisk,
      }),
      quota: modules.media.uploadQuota,
      logger: settings.logger,
    }),
    idempotencyKeys: modules.idempotency,
    cursorCipher,
    runWithDatabase: replicas?.createRequestDatabase({ ...replicas, bus, cursorCipher, isHttps }),
  };
}
