import { z } from 'zod';
import { defineRoute } from '../http/index.ts';
import { mediaSchema } from './media.schemas.ts';

export const getMedia = defineRoute({
  id: 'getMedia',
  method: 'GET',
  path: '/media/{mediaId}',
  tag: 'Media',
  summary: 'Get one of your files',
  description: 'For example, until the server has converted a video.',
  auth: 'bearer',
  scope: 'read:statuses',
  reads: 'replica',
  params: z.object({ mediaId: z.string() }),
  status: 200,
  response: mediaSchema,
  errors: ['not_found'],
});
