import { z } from 'zod';
import { defineDownload, defineRoute, successSchema, wireText } from '../http/index.ts';

export const deleteAccount = defineRoute({
  id: 'deleteAccount',
  method: 'DELETE',
  path: '/users/me',
  tag: 'Users',
  summary: 'Delete your account and everything of it',
  description:
    'Threads of yours that others answered stay as places without text, author and files, so that the answers keep theirs.',
  auth: 'bearer',
  limit: 'logins',
  body: { kind: 'json', schema: z.object({ password: wireText('Password') }) },
  status: 200,
  response: successSchema,
  errors: ['wrong_password'],
});

export const exportAccount = defineDownload({
  id: 'exportAccount',
  method: 'GET',
  path: '/users/me/export',
  tag: 'Users',
  summary: 'Everything of yours, as a zip file',
  description:
    '`profile.json`, `threads.json`, `follows.json`, `messages.json`, and all files below `media/`.',
  auth: 'bearer',
  status: 200,
  download: { contentType: 'application/zip' },
});
