import { createCursorCipher } from '../http/routes/cursor-cipher.ts';
import type { RequestHandling } from '../http/routes/handle-request.ts';
import { createFormReceiver } from '../http/uploads/receive-form.ts';
import { createRequestLimiters } from '../http/request-limiters.ts';
import { createDiskSpace } from '../platform/disk-space.ts';
import type { Services } from './composition-root.ts';

/** Creates the dependencies that the routes of both APIs share. */
export function createRequestHandling({ settings, ...modules }: Services): RequestHandling {
  const { bus } = modules;
  const { publicUrl, replicas } = settings;
  const cursorCipher = createCursorCipher(settings.jwtSecret);
  const isHttps = publicUrl.protocol === 'https:';
  return {
    resolveViewer: modules.oauth.resolveViewer,
    rateLimiter: modules.rateLimiter,
    requestLimiters: createRequestLimiters({ ...settings, visitorReads: modules.visitorReads }),
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
    runWithDatabase:
      replicas?.createRequestDatabase({ ...replicas, bus, cursorCipher, isHttps }) ??
      ((_handled, work) => work()),
    publicUrl,
  };
}
