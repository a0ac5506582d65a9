import { z } from 'zod';
import {
  defineRoute,
  isoTime,
  issueMessage,
  pageQuery,
  successSchema,
  textField,
  uuid,
} from '../http/index.ts';
import { bookmarkFolderNameMaxLength, bookmarkFoldersMax, threadsPageSize } from '../limits.ts';
import { quotationMarks } from '../text/index.ts';
import { threadPageSchema, threadParams } from '../threads/index.ts';

/** A private folder of bookmarks. A bookmark is in at most one folder. */
const bookmarkFolderSchema = z
  .object({ id: uuid, name: z.string(), createdAt: isoTime })
  .meta({ id: 'BookmarkFolder' });

const folderBodySchema = z.object({
  name: textField({
    max: bookmarkFolderNameMaxLength,
    label: 'error.label.theName',
    required: true,
  }).refine((name) => name.replaceAll(quotationMarks, '').trim() !== '', {
    error: issueMessage('error.required', { label: 'error.label.theName' }),
  }),
});
const folderParams = z.object({ folderId: z.string() });

const bookmarkStateSchema = z
  .object({
    isBookmarked: z.boolean(),
    folderId: uuid.nullable().describe('Null without a folder'),
  })
  .meta({ id: 'BookmarkState' });

export const listBookmarkFolders = defineRoute({
  id: 'listBookmarkFolders',
  method: 'GET',
  path: '/bookmark-folders',
  tag: 'Bookmarks',
  summary: 'List your bookmark folders, in your order',
  auth: 'bearer',
  scope: 'read:bookmarks',
  reads: 'replica',
  status: 200,
  response: z.array(bookmarkFolderSchema),
});

export const createBookmarkFolder = defineRoute({
  id: 'createBookmarkFolder',
  method: 'POST',
  path: '/bookmark-folders',
  takesIdempotencyKey: true,
  tag: 'Bookmarks',
  summary: 'Create a bookmark folder',
  description: `A 409 beyond ${bookmarkFoldersMax} folders, and for a name that another of your folders has, regardless of case.`,
  auth: 'bearer',
  scope: 'write:bookmarks',
  awaitedBy: 'viewer',
  body: { kind: 'json', schema: folderBodySchema },
  status: 201,
  response: bookmarkFolderSchema,
  errors: ['validation_failed', 'not_found', 'conflict'],
});

export const orderBookmarkFolders = defineRoute({
  id: 'orderBookmarkFolders',
  method: 'PUT',
  path: '/bookmark-folders/order',
  tag: 'Bookmarks',
  summary: 'Change the order of your bookmark folders',
  description: 'Folders that are not named follow in their present order.',
  auth: 'bearer',
  scope: 'write:bookmarks',
  awaitedBy: 'viewer',
  body: {
    kind: 'json',
    schema: z.object({
      ids: z.array(uuid).max(bookmarkFoldersMax, { error: issueMessage('error.listIdsMax') }),
    }),
  },
  status: 200,
  response: successSchema,
  errors: ['validation_failed'],
});

export const renameBookmarkFolder = defineRoute({
  id: 'renameBookmarkFolder',
  method: 'PUT',
  path: '/bookmark-folders/{folderId}',
  tag: 'Bookmarks',
  summary: 'Rename a bookmark folder',
  auth: 'bearer',
  scope: 'write:bookmarks',
  awaitedBy: 'viewer',
  params: folderParams,
  body: { kind: 'json', schema: folderBodySchema },
  status: 200,
  response: bookmarkFolderSchema,
  errors: ['validation_failed', 'not_found', 'conflict'],
});

export const deleteBookmarkFolder = defineRoute({
  id: 'deleteBookmarkFolder',
  method: 'DELETE',
  path: '/bookmark-folders/{folderId}',
  tag: 'Bookmarks',
  summary: 'Delete a bookmark folder',
  description: 'Its bookmarks remain, without a folder.',
  auth: 'bearer',
  scope: 'write:bookmarks',
  awaitedBy: 'viewer',
  params: folderParams,
  status: 200,
  response: successSchema,
  errors: ['not_found'],
});

export const listBookmarkFolderThreads = defineRoute({
  id: 'listBookmarkFolderThreads',
  method: 'GET',
  path: '/bookmark-folders/{folderId}/threads',
  tag: 'Bookmarks',
  summary: 'List the bookmarks in a folder, latest first',
  auth: 'bearer',
  scope: 'read:bookmarks',
  reads: 'replica',
  params: folderParams,
  query: pageQuery({ defaultSize: threadsPageSize }),
  status: 200,
  response: threadPageSchema,
  errors: ['not_found'],
});

export const getBookmark = defineRoute({
  id: 'getBookmark',
  method: 'GET',
  path: '/threads/{threadId}/bookmark',
  tag: 'Bookmarks',
  summary: 'Get your bookmark of a thread and its folder',
  auth: 'bearer',
  scope: 'read:bookmarks',
  reads: 'replica',
  params: threadParams,
  status: 200,
  response: bookmarkStateSchema,
  errors: ['not_found'],
});

export const saveBookmark = defineRoute({
  id: 'saveBookmark',
  method: 'PUT',
  path: '/threads/{threadId}/bookmark',
  tag: 'Bookmarks',
  summary: 'Bookmark a thread in a folder, or move the bookmark',
  description: 'Null takes the bookmark out of its folder. Repeating it changes nothing.',
  auth: 'bearer',
  scope: 'write:bookmarks',
  whenFrozen: 'allowed',
  awaitedBy: 'viewer',
  params: threadParams,
  body: { kind: 'json', schema: z.object({ folderId: uuid.nullable() }) },
  status: 200,
  response: successSchema.extend(bookmarkStateSchema.shape),
  errors: ['validation_failed', 'not_found'],
});

export type BookmarkFolder = z.infer<typeof bookmarkFolderSchema>;
