import type { ImportedPost } from '@skein/contracts/imports';
import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import Trash2 from 'lucide-react/icons/trash-2';
import { lazy, Suspense, useState } from 'react';
import { excerpt } from '@skein/contracts/text';
import { ApiError } from '../../../api/index.ts';
import { t } from '../../../i18n/index.ts';
import { formatFullTime } from '../../../i18n/relative-time.ts';
import { firstClick } from '../../../lib/first-click.ts';
import { useDialogs } from '../../../lib/dialogs.tsx';
import { toast } from '../../../lib/toast.ts';
import { Button } from '../../../ui/button.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { ListMessage } from '../../../ui/list-message.tsx';
import { LoadError } from '../../../ui/load-error.tsx';
import { MoreButton } from '../../../ui/more-button.tsx';
import { ThreadListSkeleton } from '../../threads/list/thread-list-skeleton.tsx';
import {
  editAsDraft,
  importedPostsQuery,
  removeAllPosts,
  removePost,
} from './imported-posts.queries.ts';

const ConfirmDialog = lazy(async () => ({
  default: (await import('../../../ui/confirm-dialog.tsx')).ConfirmDialog,
}));

/** The viewer's posts from archives. */
export function ImportedPosts() {
  const query = useInfiniteQuery(importedPostsQuery);
  const { data: posts, isPending, refetch } = query;
  if (isPending) return <ThreadListSkeleton text={t('importedPosts.loading')} />;
  if (posts === undefined) {
    return <LoadError text={t('importedPosts.error')} onRetry={() => void refetch()} />;
  }
  if (posts.length === 0) return <ListMessage text={t('importedPosts.empty')} />;
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-b border-line px-4 py-3">
        <p className="text-sm text-muted">{t('importedPosts.text')}</p>
        <DeleteAllButton />
      </div>
      <ul>
        {posts.map((post) => (
          <PostItem key={post.id} post={post} />
        ))}
      </ul>
      <MoreButton query={query} />
    </>
  );
}

function DeleteAllButton() {
  const [isAsking, setIsAsking] = useState(false);
  const remove = useMutation({
    mutationFn: (_input: undefined, { client }) => removeAllPosts(client),
    onSuccess: () => toast.success(t('importedPosts.allDeleted')),
    onError: showError,
  });
  return (
    <>
      <Button
        size="sm"
        variant="secondary"
        isBusy={remove.isPending}
        onClick={() => setIsAsking(true)}
      >
        {t('importedPosts.deleteAll')}
      </Button>
      {isAsking && (
        <Suspense>
          <ConfirmDialog
            isOpen
            title={t('importedPosts.deleteAllTitle')}
            text={t('importedPosts.deleteAllText')}
            confirmLabel={t('importedPosts.deleteAll')}
            isDangerous
            onConfirm={() => {
              setIsAsking(false);
              remove.mutate(undefined);
            }}
            onCancel={() => setIsAsking(false)}
          />
        </Suspense>
      )}
    </>
  );
}

function PostItem({ post }: { post: ImportedPost }) {
  const { parts, contentWarning, publishedAt, url } = post;
  const time = <time dateTime={publishedAt}>{formatFullTime(publishedAt)}</time>;
  return (
    <li className="border-b border-line px-4 py-card">
      <p className="text-sm text-muted">
        {url === null ? (
          time
        ) : (
          <a href={url} target="_blank" rel="noopener noreferrer" className="hover:underline">
            {time}
            <span className="sr-only"> {t('importedPosts.original')}</span>
          </a>
        )}
        {listDetails(post).map((detail) => ` · ${detail}`)}
      </p>
      {contentWarning !== null && (
        <p className="mt-1.5 flex items-center gap-2 wrap-anywhere" dir="auto">
          <TriangleAlert aria-hidden className="size-4 shrink-0 text-muted" />
          <span className="sr-only">{t('importedPosts.contentWarning')}: </span>
          {contentWarning}
        </p>
      )}
      <p className="mt-1.5 line-clamp-12 wrap-anywhere whitespace-pre-line" dir="auto">
        {parts.join('\n\n')}
      </p>
      <PostActions post={post} />
    </li>
  );
}

function listDetails({ isReply, filesCount, parts, isShortened }: ImportedPost): string[] {
  return [
    isReply && t('importedPosts.reply'),
    parts.length > 1 && t('importedPosts.parts', { count: parts.length }),
    filesCount > 0 && t('importedPosts.files', { count: filesCount }),
    isShortened && t('importedPosts.shortened'),
  ].filter((detail) => detail !== false);
}

function PostActions({ post }: { post: ImportedPost }) {
  const { openComposer } = useDialogs();
  const edit = useMutation({
    mutationFn: (_input: undefined, { client }) =>
      editAsDraft(client, post, (draft) => openComposer({ kind: 'thread', draft })),
    onError: showError,
  });
  const remove = useMutation({
    mutationFn: (_input: undefined, { client }) => removePost(client, post),
    onSuccess: () => toast.success(t('importedPosts.deleted')),
    onError: showError,
  });
  const text = excerpt(post.parts.join(' '), 40);
  return (
    <div className="mt-3 flex items-center gap-2">
      <Button
        size="sm"
        variant="secondary"
        aria-label={t('importedPosts.editNamed', { text })}
        isBusy={edit.isPending}
        onClick={firstClick(() => edit.mutate(undefined))}
      >
        {t('importedPosts.edit')}
      </Button>
      <IconButton
        icon={Trash2}
        iconSize={18}
        label={t('importedPosts.deleteNamed', { text })}
        disabled={remove.isPending}
        onClick={() => remove.mutate(undefined)}
      />
    </div>
  );
}

function showError(error: Error): void {
  const message = error instanceof ApiError ? error.message : t('common.networkError');
  toast.error(t('importedPosts.failed'), message);
}
