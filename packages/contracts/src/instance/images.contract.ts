import { z } from 'zod';
import { instanceImageKinds } from '../administration.ts';
import { defineRoute } from '../http/index.ts';

const imageMaxBytes = 2 * 1024 * 1024;

const instanceImagesSchema = z
  .object({
    logo: z.string().nullable().describe('Address of the logo; null for that of Skein'),
    favicon: z.string().nullable().describe('Address of the favicon; null for the logo'),
  })
  .meta({ id: 'InstanceImages' });

const kindParams = z.object({ kind: z.string().describe(instanceImageKinds.join(' or ')) });

export const getInstanceImages = defineRoute({
  id: 'getInstanceImages',
  method: 'GET',
  path: '/admin/images',
  tag: 'Administration',
  summary: 'Get the logo and the favicon of the instance',
  auth: 'bearer',
  status: 200,
  response: instanceImagesSchema,
  errors: ['forbidden', 'two_factor_required'],
});

export const replaceInstanceImage = defineRoute({
  id: 'replaceInstanceImage',
  method: 'PUT',
  path: '/admin/images/{kind}',
  tag: 'Administration',
  summary: 'Replace the logo or the favicon of the instance',
  description: 'Stored as PNG in several sizes. A 409 if another one was stored at the same time.',
  auth: 'bearer',
  params: kindParams,
  body: {
    kind: 'form',
    schema: z.object({}),
    files: {
      image: {
        maxCount: 1,
        maxBytes: imageMaxBytes,
        isOutsideQuota: true,
        description: 'JPEG, PNG, GIF, WebP or AVIF up to 2 MB, shown as a square',
      },
    },
  },
  status: 200,
  response: instanceImagesSchema,
  errors: ['forbidden', 'two_factor_required', 'not_found', 'conflict'],
});

export const removeInstanceImage = defineRoute({
  id: 'removeInstanceImage',
  method: 'DELETE',
  path: '/admin/images/{kind}',
  tag: 'Administration',
  summary: 'Remove the logo or the favicon of the instance',
  auth: 'bearer',
  params: kindParams,
  status: 200,
  response: instanceImagesSchema,
  errors: ['forbidden', 'two_factor_required', 'not_found', 'conflict'],
});

export type InstanceImages = z.output<typeof instanceImagesSchema>;
