import { z } from 'zod';
import { issueMessage, uuid } from '../http/index.ts';

export const mediaTypeSchema = z.enum(['image', 'video', 'audio', 'other']);

/** A smaller version of an image, for small screens. */
export const mediaVariantSchema = z.object({
  url: z.string(),
  mimeType: z.string(),
  width: z.number().int(),
  height: z.number().int(),
});

/** Captions of a video as WebVTT. */
export const captionsSchema = z.object({
  url: z.string(),
  language: z.string().describe('BCP 47, such as `en` or `pt-BR`'),
});

/** The conversion of a video for all browsers. */
export const processingSchema = z.object({
  isPlayable: z
    .boolean()
    .describe('Most browsers play the original, which `mediaUrl` is until then'),
  percent: z
    .number()
    .int()
    .nullable()
    .describe('How much is done; null for everyone but the owner'),
});

/** An attached file. URLs are absolute paths: `/media/…`. */
/** At most 64 values, so that messages stay small. */
export const waveformSchema = z
  .array(z.number().int().min(0).max(31))
  .min(1, { error: issueMessage('error.waveformLength') })
  .max(64, { error: issueMessage('error.waveformLength') });

/** The point of a picture that crops keep. */
export const focusSchema = z
  .object({
    x: z.number().min(-1).max(1).describe('From the left edge to the right one'),
    y: z.number().min(-1).max(1).describe('From the bottom edge to the top one'),
  })
  .describe('0 is the center');

/** A focus as text: two numbers with a comma. Null for an empty text. */
export const focusTextField = z
  .string({ error: issueMessage('error.app.focus') })
  .transform((text, context): Focus | null => {
    if (text === '') return null;
    const [x, y, ...rest] = text.split(',').map(Number);
    const parsed = focusSchema.safeParse({ x, y });
    if (parsed.success && rest.length === 0) return parsed.data;
    context.addIssue({ code: 'custom', message: issueMessage('error.app.focus') });
    return z.NEVER;
  });

export const mediaSchema = z
  .object({
    id: uuid,
    mediaType: mediaTypeSchema,
    mediaUrl: z.string(),
    altText: z.string().nullable(),
    width: z.number().int().nullable(),
    height: z.number().int().nullable(),
    durationMs: z
      .number()
      .int()
      .nullable()
      .describe('Only for video and audio whose file contains it'),
    blurhash: z.string().nullable(),
    focus: focusSchema.nullable().describe('The point that crops keep; null for the center'),
    posterUrl: z
      .string()
      .nullable()
      .describe('A preview image of a video, or the first frame of an animated image'),
    originalName: z.string().nullable().describe('File name of a document; null for other types'),
    variants: z.array(mediaVariantSchema).describe('Narrowest first'),
    captions: z.array(captionsSchema).describe('Of a video, one per language'),
    waveform: waveformSchema
      .nullable()
      .describe('Only for voice messages: the loudness over time, from 0 to 31'),
    processing: processingSchema
      .nullable()
      .describe(
        'While the server converts the video; for others than the owner, only if they cannot play it yet',
      ),
  })
  .meta({ id: 'Media' });

export type Focus = z.infer<typeof focusSchema>;
export type Media = z.infer<typeof mediaSchema>;
export type Captions = z.infer<typeof captionsSchema>;
export type MediaType = z.infer<typeof mediaTypeSchema>;
