import type { Request, Response } from 'express';
import pLimit from 'p-limit';
import type { GifSettings } from '../../../platform/config/service-settings.ts';
import { NotFoundError, UnavailableError } from '../../../platform/errors.ts';
import { fetchFromService } from '../../../platform/fetch-from-service.ts';
import type { SendRequest } from '../../../platform/public-request.ts';
import type { GifAddresses } from './gif-address.ts';

const timeoutMs = 10_000;
const maxBytes = 10 * 1024 * 1024;
/** Files are kept in memory while they are received. */
const concurrentFilesMax = 12;
const waitingFilesMax = 200;

const imageTypes = ['image/gif', 'image/webp', 'image/png', 'image/jpeg'];

interface GifFiles {
  settings: GifSettings | undefined;
  sendRequest: SendRequest;
  addresses: Pick<GifAddresses, 'read'>;
}

/** Serves `/media/gifs/<address>`: the browsers of users never contact the service. */
export function createGifHandler({ settings, sendRequest, addresses }: GifFiles) {
  const limit = pLimit(concurrentFilesMax);

  function fetchFile(service: GifSettings, url: URL) {
    if (limit.pendingCount >= waitingFilesMax) throw new UnavailableError('error.gifsFailed');
    return limit(() =>
      fetchFromService(sendRequest, url, {
        headers: { Accept: imageTypes.join(', ') },
        timeoutMs,
        maxBytes,
        // A service cannot lead to other hosts of a private network.
        allowsPrivate: service.allowsPrivate && url.origin === service.url.origin,
      }),
    );
  }

  return async ({ params }: Request, response: Response): Promise<void> => {
    const { address } = params;
    const url = typeof address === 'string' ? addresses.read(address) : null;
    if (settings === undefined || url === null) throw new NotFoundError('error.notFound');
    const { contentType, content } = await fetchFile(settings, url).catch((error: unknown) => {
      throw new UnavailableError('error.gifsFailed', { cause: error });
    });
    const type = imageTypes.find((name) => contentType.startsWith(name));
    if (type === undefined) throw new NotFoundError('error.notFound');
    response
      .set({
        'Content-Type': type,
        'Cache-Control': 'public, max-age=86400, immutable',
        'Content-Security-Policy': "sandbox; default-src 'none'",
        'X-Content-Type-Options': 'nosniff',
      })
      .send(content);
  };
}
