import type { SavedDraft } from '@skein/contracts/threads';
import * as routes from '@skein/contracts/routes';
import type { ImportedPost } from '@skein/contracts/imports';
import { infiniteQueryOptions } from '@tanstack/react-query';
import type { QueryClient } from '@tanstack/react-query';
import { request } from '../../../api/index.ts';
import { threadKeys } from '../../threads/cache/thread-keys.ts';

/** The viewer's posts from archives, the newest first. */
export const importedPostsQuery = infiniteQueryOptions({
  queryKey: ['imported-posts'],
  queryFn: ({ pageParam, signal }) =>
    request(routes.listImportedPosts, {
      query: pageParam === null ? {} : { cursor: pageParam },
      signal,
    }),
  initialPageParam: null as string | null,
  getNextPageParam: ({ nextCursor }) => nextCursor,
  select: ({ pages }) => pages.flatMap(({ content }) => content),
});

interface Archive {
  file: File;
  includesReplies: boolean;
  onUploadProgress: (fraction: number) => void;
}

export const uploadArchive = ({ file, includesReplies, onUploadProgress }: Archive) =>
  request(routes.importPosts, {
    body: { includesReplies },
    files: { file: [file] },
    onUploadProgress,
  });

export const invalidateImportedPosts = (client: QueryClient): Promise<void> =>
  client.invalidateQueries({ queryKey: importedPostsQuery.queryKey });

export async function removePost(client: QueryClient, { id }: ImportedPost): Promise<void> {
  await request(routes.deleteImportedPost, { params: { postId: id } });
  await invalidateImportedPosts(client);
}

export async function removeAllPosts(client: QueryClient): Promise<void> {
  await request(routes.deleteImportedPosts);
  await invalidateImportedPosts(client);
}

/** Saves a post as a draft, opens the draft, and removes the post from the list. */
export async function editAsDraft(
  client: QueryClient,
  post: ImportedPost,
  openDraft: (draft: SavedDraft) => void,
): Promise<void> {
  const { id, parts, contentWarning } = post;
  const draft = await request(routes.createDraft, {
    body: {
      parts: parts.map((content) => JSON.stringify({ content, media: [] })),
      ...(contentWarning !== null && { contentWarning }),
    },
    files: {},
    // A repetition finds the draft if the post could not be removed.
    idempotencyKey: `imported-post:${id}`,
  });
  client.removeQueries({ queryKey: threadKeys.drafts });
  openDraft(draft);
  await removePost(client, post);
}
