import type { GifResults } from '@skein/contracts/media';
import { LRUCache } from 'lru-cache';
import type { GifSettings } from '../../../platform/config/service-settings.ts';
import { NotFoundError, UnavailableError } from '../../../platform/errors.ts';
import type { Logger } from '../../../platform/logger.ts';
import type { SendRequest } from '../../../platform/public-request.ts';
import { createGifAddresses } from './gif-address.ts';
import { createGifHandler } from './gif-files.routes.ts';
import { findGifs } from './gif-service.ts';
import type { GifQuery, ServiceResults } from './gif-service.ts';
import { minuteMs } from '../../../platform/clock.ts';

const cachedResultsMax = 500;
const cachedMs = 10 * minuteMs;

export interface GifsOptions {
  /** Undefined without a service. */
  gifs: GifSettings | undefined;
  jwtSecret: string;
  sendRequest: SendRequest;
  logger: Pick<Logger, 'warn'>;
}

export type GifsModule = ReturnType<typeof createGifsModule>;

/** Finds GIFs by the configured service. Users with the same search share the results. */
export function createGifsModule({ gifs: settings, jwtSecret, sendRequest, logger }: GifsOptions) {
  const addresses = createGifAddresses(jwtSecret);
  const cache = new LRUCache<string, Promise<ServiceResults>>({
    max: cachedResultsMax,
    ttl: cachedMs,
  });

  function find(service: GifSettings, query: GifQuery): Promise<ServiceResults> {
    const key = JSON.stringify(query);
    const cached = cache.get(key);
    if (cached) return cached;
    const found = findGifs(sendRequest, service, query);
    cache.set(key, found);
    found.catch(() => cache.delete(key));
    return found;
  }

  return {
    /** @throws NotFoundError without a service, UnavailableError if it fails */
    async search({ q, position }: GifQuery): Promise<GifResults> {
      if (settings === undefined) throw new NotFoundError('error.gifsOff');
      try {
        const query = { q: q.trim().toLowerCase(), position };
        const { gifs, next } = await find(settings, query);
        return {
          gifs: gifs.map((gif) => ({
            ...gif,
            previewUrl: addresses.toPath(gif.previewUrl),
            stillUrl: addresses.toPath(gif.stillUrl),
            url: addresses.toPath(gif.url),
          })),
          next,
          provider: settings.name,
        };
      } catch (error) {
        logger.warn({ err: error }, 'GIFs could not be found.');
        throw new UnavailableError('error.gifsFailed', { cause: error });
      }
    },

    serve: createGifHandler({ settings, sendRequest, addresses }),
  };
}
