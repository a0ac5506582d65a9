import type {
  ImportedPost,
  deleteImportedPost,
  deleteImportedPosts,
  importPosts,
  listImportedPosts,
} from '@skein/contracts/imports';
import type { createDraft } from '@skein/contracts/threads';
import { infiniteQueryOptions } from '@tanstack/react-query';
import type { QueryClient } from '@tanstack/react-query';
import { request } from '../../../api/index.ts';
import { openComposer } from '../../../lib/composer-request.ts';
import { threadKeys } from '../../threads/cache/thread-keys.ts';

const path = '/users/me/imported-posts';

/** The viewer's posts from archives, the newest first. */
export const importedPostsQuery = infiniteQueryOptions({
  queryKey: ['imported-posts'],
  queryFn: ({ pageParam, signal }) =>
    request<typeof listImportedPosts>({
      method: 'GET',
      path,
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
  request<typeof importPosts>({
    method: 'POST',
    path,
    body: { includesReplies },
    files: { file: [file] },
    onUploadProgress,
  });

export const invalidateImportedPosts = (client: QueryClient): Promise<void> =>
  client.invalidateQueries({ queryKey: importedPostsQuery.queryKey });

export async function removePost(client: QueryClient, { id }: ImportedPost): Promise<void> {
  await request<typeof deleteImportedPost>({
    method: 'DELETE',
    path: `${path}/{postId}`,
    params: { postId: id },
  });
  await invalidateImportedPosts(client);
}

export async function removeAllPosts(client: QueryClient): Promise<void> {
  await request<typeof deleteImportedPosts>({ method: 'DELETE', path });
  await invalidateImportedPosts(client);
}

/** Saves a post as a draft, removes it from the list, and opens the draft. */
export async function editAsDraft(client: QueryClient, post: ImportedPost): Promise<void> {
  const { id, parts, contentWarning } = post;
  const draft = await request<typeof createDraft>({
    method: 'POST',
    path: '/threads/drafts',
    body: {
      parts: parts.map((content) => JSON.stringify({ content, media: [] })),
      ...(contentWarning !== null && { contentWarning }),
    },
    files: {},
    // A repetition finds the draft if the post could not be removed.
    idempotencyKey: `imported-post:${id}`,
  });
  client.removeQueries({ queryKey: threadKeys.drafts });
  openComposer({ kind: 'thread', draft });
  await removePost(client, post);
}
