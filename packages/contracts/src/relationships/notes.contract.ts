import { z } from 'zod';
import { defineRoute, successSchema, textField } from '../http/index.ts';
import { textMaxLength } from '../limits.ts';
import { userParams } from '../users/index.ts';

/** The number of users that one user can have notes about. */
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
  whenFrozen: 'allowed',
  params: userParams,
  body: {
    kind: 'json',
    schema: z.object({ note: textField({ max: textMaxLength, label: 'error.label.profileNote' }) }),
  },
  status: 200,
  response: successSchema.extend({ note: z.string().nullable() }),
  errors: ['validation_failed', 'not_found', 'conflict'],
});
