import { z } from 'zod';
import { defineDownload, defineRoute, nonEmptyText, successSchema } from '../http/index.ts';

export const deleteAccount = defineRoute({
  id: 'deleteAccount',
  runsInParallel: true,
  method: 'DELETE',
  path: '/users/me',
  tag: 'Users',
  summary: 'Delete your account and all its data',
  description:
    'Your threads with replies stay as placeholders without text, author and files. Wrong passwords count as login failures (429).',
  auth: 'bearer',
  limit: 'logins',
  whenFrozen: 'allowed',
  body: { kind: 'json', schema: z.object({ password: nonEmptyText('error.label.password') }) },
  status: 200,
  response: successSchema,
  errors: ['wrong_password', 'conflict'],
});

export const exportAccount = defineDownload({
  id: 'exportAccount',
  method: 'GET',
  path: '/users/me/export',
  tag: 'Users',
  summary: 'Export your account as a zip file',
  description:
    'Contains everything that the account has written, chosen and uploaded, as JSON files, CSV files in the format of Mastodon, and the files below `media/`. See docs/export.md. One download at a time per user (429) and two per server (503); a client that reads less than 1 MB per minute is disconnected.',
  auth: 'bearer',
  limit: 'exports',
  status: 200,
  download: { contentType: 'application/zip' },
});
