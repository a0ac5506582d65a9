import { z } from 'zod';
import { defineRoute, limitedText } from '../http/index.ts';

const pagePreviewSchema = z
  .object({
    kind: z.enum(['thread', 'profile']),
    author: z
      .object({ name: z.string(), username: z.string(), picture: z.string().nullable() })
      .describe('The author of the thread, or the user of the profile'),
    text: z
      .string()
      .describe(
        'The beginning of the thread, or its content warning; the bio of the profile. May be empty',
      ),
    image: z
      .object({
        url: z.string(),
        width: z.number().int(),
        height: z.number().int(),
        altText: z.string().nullable(),
      })
      .nullable()
      .describe('The first image of the thread, unless it is sensitive or behind a warning'),
    hasCoveredMedia: z.boolean().describe('Whether the thread has media that are not shown'),
  })
  .meta({ id: 'PagePreview' });

export const getPagePreview = defineRoute({
  id: 'getPagePreview',
  method: 'GET',
  path: '/previews',
  tag: 'Instance',
  summary: 'Get the preview of a public thread or profile',
  description:
    'For visitors who sign in to open the page: what link previews on other sites show of it. A 404 if it does not exist or is not public.',
  auth: 'none',
  reads: 'replica',
  query: z.object({
    path: limitedText('error.label.text', 300).describe(
      'The path of the page, such as `/profile/ada`',
    ),
  }),
  status: 200,
  response: pagePreviewSchema,
  errors: ['not_found'],
});

export type PagePreview = z.infer<typeof pagePreviewSchema>;
