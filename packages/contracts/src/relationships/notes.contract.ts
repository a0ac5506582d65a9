import { z } from 'zod';
import { defineRoute, successSchema, textField } from '../http/index.ts';
import { textMaxLength } from '../limits.ts';
import { userParams } from '../users/index.ts';

/** Users about whom one user has notes. */
export const notesMax = 1000;

export const saveNote = defineRoute({
  id: 'saveNote',
  method: 'PUT',
  path: '/users/{userId}/note',
  tag: 'Users',
  summary: 'Save a private note about a user',
  description: `Only you see it, in the profile. An empty text deletes the note. A 409 beyond ${notesMax} notes.`,
  auth: 'bearer',
  scope: 'write:accounts',
  params: userParams,
  body: {
    kind: 'json',
    schema: z.object({ note: textField({ max: textMaxLength, label: 'Note' }) }),
  },
  status: 200,
  response: successSchema.extend({ note: z.string().nullable() }),
  errors: ['validation_failed', 'not_found', 'conflict'],
});
