import { z } from 'zod';
import { uuid } from '../http/index.ts';

export const mediaTypeSchema = z.enum(['image', 'video', 'audio', 'other']);

/** A smaller copy of an image, for small screens. */
export const mediaVariantSchema = z.object({
  url: z.string(),
  mimeType: z.string(),
  width: z.number().int(),
  height: z.number().int(),
});

/** An attached file. Addresses are paths on the API's host root: `/media/…`. */
export const mediaSchema = z
  .object({
    id: uuid,
    mediaType: mediaTypeSchema,
    mediaUrl: z.string(),
    altText: z.string().nullable(),
    width: z.number().int().nullable(),
    height: z.number().int().nullable(),
    durationMs: z.number().int().nullable().describe('Of video and audio, where the file tells'),
    blurhash: z.string().nullable(),
    posterUrl: z.string().nullable().describe('A picture to show before the video plays'),
    originalName: z
      .string()
      .nullable()
      .describe("What the sender's device called a document; of nothing else is it told"),
    variants: z.array(mediaVariantSchema).describe('Narrowest first'),
  })
  .meta({ id: 'Media' });

export type Media = z.infer<typeof mediaSchema>;
export type MediaType = z.infer<typeof mediaTypeSchema>;
