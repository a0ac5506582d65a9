import { z } from 'zod';
import { defineRoute, limitedText } from '../http/index.ts';

const gifSchema = z
  .object({
    id: z.string(),
    description: z.string().describe('Of what the GIF shows, in the words of the service'),
    previewUrl: z.string().describe('A small animation. A path of this server, as all addresses'),
    stillUrl: z.string().describe('The first frame of the preview'),
    width: z.number().int().describe('Of the preview'),
    height: z.number().int(),
    url: z.string().describe('The file to attach'),
  })
  .meta({ id: 'Gif' });

export const gifResultsSchema = z
  .object({
    gifs: z.array(gifSchema),
    next: z.string().nullable().describe('The `position` of the next results; null at the end'),
    provider: z.string().describe('The name of the service, which apps must show'),
  })
  .meta({ id: 'GifResults' });

export const searchGifs = defineRoute({
  id: 'searchGifs',
  method: 'GET',
  path: '/gifs',
  tag: 'Media',
  summary: 'Search for GIFs',
  description:
    'Only if the operator has configured a service. The server sends it the text and nothing about the user. Without a text: GIFs that are popular now.',
  auth: 'bearer',
  limit: 'gifs',
  query: z.object({
    q: limitedText('error.label.text', 100).default(''),
    position: limitedText('error.label.text', 200)
      .default('')
      .describe('`next` of the last results'),
  }),
  status: 200,
  response: gifResultsSchema,
  errors: ['not_found', 'unavailable'],
});

export type Gif = z.infer<typeof gifSchema>;
export type GifResults = z.infer<typeof gifResultsSchema>;
