import { z } from 'zod';
import {
  booleanField,
  defineRoute,
  isoTime,
  pageSchema,
  pageQuery,
  successSchema,
  uuid,
} from '../http/index.ts';
import { importedPostsMax, importedPostsPageSize, postArchiveMaxBytes } from '../import-limits.ts';
import { chainPartsMax, textMaxLength } from '../limits.ts';

const count = z.number().int();
const path = '/users/me/imported-posts';

/** A post from an archive. Only the user who imported it sees it. */
const importedPostSchema = z
  .object({
    id: uuid,
    parts: z
      .array(z.string())
      .describe(
        `The text; a longer one than ${textMaxLength} characters as up to ${chainPartsMax} parts of a chain`,
      ),
    contentWarning: z.string().nullable(),
    isReply: z.boolean(),
    filesCount: count.describe('Files of the original post. They are not imported'),
    isShortened: z.boolean().describe('The original text or content warning was too long'),
    url: z.string().nullable().describe('The original post'),
    publishedAt: isoTime.describe('When the original post was published'),
  })
  .meta({ id: 'ImportedPost' });

const postsImportSchema = z
  .object({
    addedCount: count,
    unchangedCount: count.describe('Imported before'),
    repostsCount: count.describe('Left out: reposts'),
    repliesCount: count.describe('Left out: replies to others'),
    privateCount: count.describe('Left out: posts that are not public'),
    emptyCount: count.describe('Left out: posts without text'),
    excessCount: count.describe('Left out: the oldest posts beyond the limit'),
  })
  .meta({ id: 'PostsImport' });

export const importPosts = defineRoute({
  id: 'importPosts',
  method: 'POST',
  path,
  takesIdempotencyKey: false,
  tag: 'Users',
  summary: 'Import the posts of a Mastodon or Bluesky archive',
  description: `Accepts a Mastodon archive (\`.zip\`, \`.tar.gz\`), its \`outbox.json\`, or a Bluesky repository (\`.car\`). Public posts are imported for you alone: nothing is published. Posts that were imported before are not added again. Keeps up to ${importedPostsMax.toLocaleString('en-US')} posts, the newest first. The posts are stored in batches: after an error, import the archive again to add the rest.`,
  auth: 'bearer',
  body: {
    kind: 'form',
    schema: z.object({
      includesReplies: booleanField
        .default(false)
        .describe('Also import replies to others. Replies to your own posts are always imported'),
    }),
    files: {
      file: {
        maxCount: 1,
        maxBytes: postArchiveMaxBytes,
        description: 'The archive',
        isOutsideQuota: true,
      },
    },
  },
  status: 201,
  response: postsImportSchema,
});

export const listImportedPosts = defineRoute({
  id: 'listImportedPosts',
  method: 'GET',
  path,
  tag: 'Users',
  summary: 'List your imported posts, the newest first',
  description: 'To publish one, save it as a draft or create a thread.',
  auth: 'bearer',
  reads: 'replica',
  query: pageQuery({ defaultSize: importedPostsPageSize }),
  status: 200,
  response: pageSchema(importedPostSchema).meta({ id: 'ImportedPostsPage' }),
});

export const deleteImportedPost = defineRoute({
  id: 'deleteImportedPost',
  method: 'DELETE',
  path: `${path}/{postId}`,
  tag: 'Users',
  summary: 'Delete an imported post',
  description: 'Importing the archive again adds it again.',
  auth: 'bearer',
  params: z.object({ postId: z.string() }),
  status: 200,
  response: successSchema,
  errors: ['not_found'],
});

export const deleteImportedPosts = defineRoute({
  id: 'deleteImportedPosts',
  method: 'DELETE',
  path,
  tag: 'Users',
  summary: 'Delete all your imported posts',
  auth: 'bearer',
  status: 200,
  response: successSchema,
});

export type ImportedPost = z.infer<typeof importedPostSchema>;
export type PostsImport = z.infer<typeof postsImportSchema>;
