import { z } from 'zod';
import { fetchFromService } from '../../../platform/fetch-from-service.ts';
import type { SendRequest } from '../../../platform/public-request.ts';
import type { GifSettings } from '../../../platform/config/service-settings.ts';

const timeoutMs = 10_000;
const maxBytes = 1024 * 1024;
const resultsMax = 24;

/** A GIF with the addresses of the service. */
export interface ServiceGif {
  id: string;
  description: string;
  previewUrl: string;
  stillUrl: string;
  width: number;
  height: number;
  url: string;
}

export interface ServiceResults {
  gifs: readonly ServiceGif[];
  next: string | null;
}

/** An empty text stands for the GIFs that are popular now. */
export interface GifQuery {
  q: string;
  position: string;
}

/** @throws Error if the service does not respond as documented */
export async function findGifs(
  sendRequest: SendRequest,
  settings: GifSettings,
  query: GifQuery,
): Promise<ServiceResults> {
  const isGiphy = settings.kind === 'giphy';
  const { path, parameters } = isGiphy ? toGiphy(settings, query) : toTenor(settings, query);
  const url = new URL(path, settings.url);
  for (const [name, value] of Object.entries(parameters)) {
    if (value !== '') url.searchParams.set(name, value);
  }
  const { content } = await fetchFromService(sendRequest, url, {
    headers: { Accept: 'application/json' },
    timeoutMs,
    maxBytes,
    allowsPrivate: settings.allowsPrivate,
  });
  const response: unknown = JSON.parse(content.toString('utf8'));
  return isGiphy ? readGiphy(response) : readTenor(response);
}

// https://developers.giphy.com/docs/api/endpoint

function toGiphy({ key }: GifSettings, { q, position }: GifQuery) {
  return {
    path: `/v1/gifs/${q === '' ? 'trending' : 'search'}`,
    parameters: { api_key: key, q, limit: String(resultsMax), offset: position, rating: 'pg' },
  };
}

const rendition = z.object({ url: z.url() });

const giphySchema = z.object({
  data: z.array(
    z.object({
      id: z.string(),
      title: z.string().default(''),
      alt_text: z.string().optional(),
      images: z.object({
        fixed_width: rendition.extend({
          width: z.coerce.number().int(),
          height: z.coerce.number().int(),
        }),
        fixed_width_still: rendition,
        downsized_medium: rendition,
      }),
    }),
  ),
  pagination: z.object({ total_count: z.number(), count: z.number(), offset: z.number() }),
});

function readGiphy(response: unknown): ServiceResults {
  const { data, pagination } = giphySchema.parse(response);
  const end = pagination.offset + pagination.count;
  return {
    gifs: data.map(({ id, title, alt_text: altText, images }) => ({
      id,
      description: altText ?? title,
      previewUrl: images.fixed_width.url,
      stillUrl: images.fixed_width_still.url,
      width: images.fixed_width.width,
      height: images.fixed_width.height,
      url: images.downsized_medium.url,
    })),
    next: pagination.count > 0 && end < pagination.total_count ? String(end) : null,
  };
}

// https://developers.google.com/tenor/guides/endpoints

function toTenor({ key }: GifSettings, { q, position }: GifQuery) {
  return {
    path: `/v2/${q === '' ? 'featured' : 'search'}`,
    parameters: {
      key,
      q,
      limit: String(resultsMax),
      pos: position,
      contentfilter: 'medium',
      media_filter: 'tinygif,gifpreview,mediumgif,gif',
    },
  };
}

const tenorSchema = z.object({
  results: z.array(
    z.object({
      id: z.string(),
      content_description: z.string().default(''),
      media_formats: z.object({
        tinygif: rendition.extend({ dims: z.tuple([z.number().int(), z.number().int()]) }),
        gifpreview: rendition.optional(),
        mediumgif: rendition.optional(),
        gif: rendition,
      }),
    }),
  ),
  next: z.string().default(''),
});

function readTenor(response: unknown): ServiceResults {
  const { results, next } = tenorSchema.parse(response);
  return {
    gifs: results.map(({ id, content_description: description, media_formats: formats }) => ({
      id,
      description,
      previewUrl: formats.tinygif.url,
      stillUrl: (formats.gifpreview ?? formats.tinygif).url,
      width: formats.tinygif.dims[0],
      height: formats.tinygif.dims[1],
      url: (formats.mediumgif ?? formats.gif).url,
    })),
    next: next === '' ? null : next,
  };
}
