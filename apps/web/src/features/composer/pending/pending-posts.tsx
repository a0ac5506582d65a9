import { useState } from 'react';
import CircleAlert from 'lucide-react/icons/circle-alert';
import Clock from 'lucide-react/icons/clock';
import Paperclip from 'lucide-react/icons/paperclip';
import { Avatar } from '../../../ui/avatar.tsx';
import { Button } from '../../../ui/button.tsx';
// This import is not lazy, because this chunk is used without a connection.
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { FocusRegion } from '../../../ui/focus-region.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import { t } from '../../../i18n/index.ts';
import { useMinuteClock } from '../../../lib/minute-clock.ts';
import { useSession } from '../../../lib/session/index.ts';
import { useOnline } from '../../../lib/use-online.ts';
import { ThreadText } from '../../threads/card/thread-text.tsx';
import { composeContent } from '../editor/topic.ts';
import { getAttachments, isExpired } from './pending-post.ts';
import type { PendingPost, PendingTarget } from './pending-post.ts';
import { deletePost, retryPost } from './pending-service.ts';
import { pendingPosts, sendingPost } from './pending-store.ts';
import { useDialogs } from '../../../lib/dialogs.tsx';

/** The viewer's posts that wait for a connection, newest first; of a thread, the replies to it. */
export function PendingPosts({ threadId }: { threadId: string | undefined }) {
  const { user } = useSession();
  const shown = pendingPosts
    .useValue()
    .filter((post) => post.userId === user?.id)
    .filter(({ target }) => threadId === undefined || isReplyTo(target, threadId));
  if (shown.length === 0) return null;
  return (
    <section aria-label={t('pending.label')}>
      <FocusRegion>
        {shown.toReversed().map((post) => (
          <PendingCard key={post.id} post={post} />
        ))}
      </FocusRegion>
    </section>
  );
}

function isReplyTo(target: PendingTarget, threadId: string): boolean {
  if (target.kind !== 'reply') return false;
  return target.thread.id === threadId || target.thread.rootThreadId === threadId;
}

function PendingCard({ post }: { post: PendingPost }) {
  const { user } = useSession();
  const { state, target } = post;
  const files = getAttachments(post);
  return (
    <article
      aria-label={t('pending.cardLabel')}
      className="grid grid-cols-[2.5rem_minmax(0,1fr)] gap-x-3 border-b border-line px-4 py-card"
    >
      <Avatar name={user?.name ?? ''} picture={user?.picture ?? null} />
      <div className="min-w-0">
        <p className="truncate font-semibold" dir="auto">
          {user?.name}
        </p>
        {target.kind !== 'thread' && (
          <p className="truncate text-sm text-muted" dir="auto">
            {t(target.kind === 'reply' ? 'pending.replyTo' : 'pending.quote', {
              name: target.thread.userName ?? t('user.unknown'),
            })}
          </p>
        )}
        <ThreadText
          content={composeContent(state.topic, state.text)}
          mentions={[]}
          language={state.language}
          userUsername={null}
        />
        {state.parts.length > 0 && (
          <p className="mt-1 text-sm text-muted">
            {t('pending.parts', { count: state.parts.length })}
          </p>
        )}
        {files.length > 0 && (
          <p className="mt-1 flex min-w-0 items-center gap-1.5 text-sm text-muted">
            <Paperclip aria-hidden className="size-4 shrink-0" />
            <span className="truncate">{t('pending.files', { count: files.length })}</span>
          </p>
        )}
        <Status post={post} />
        <Actions post={post} />
      </div>
    </article>
  );
}

function Status({ post }: { post: PendingPost }) {
  const isSending = sendingPost.useValue() === post.id;
  const isOld = isExpired(post, useMinuteClock());
  const isProblem = post.rejection !== null || isOld;
  const Icon = isProblem ? CircleAlert : Clock;
  return (
    <p
      role="status"
      className={`mt-2 flex items-start gap-1.5 text-sm ${isProblem ? 'text-danger' : 'text-muted'}`}
    >
      {isSending ? <Spinner size={16} /> : <Icon aria-hidden className="mt-0.5 size-4 shrink-0" />}
      <span className="min-w-0 wrap-anywhere">
        {isSending ? t('pending.sending') : describe(post, isOld)}
      </span>
    </p>
  );
}

function describe({ rejection }: PendingPost, isOld: boolean): string {
  if (rejection !== null) return rejection || t('pending.rejected');
  return isOld ? t('pending.expired') : t('pending.waiting');
}

function Actions({ post }: { post: PendingPost }) {
  const { id, attemptedAtMs, rejection } = post;
  const { openComposer } = useDialogs();
  const isOnline = useOnline();
  const isOld = isExpired(post, useMinuteClock());
  const isSending = sendingPost.useValue() === id;
  const [confirming, setConfirming] = useState<'edit' | 'delete' | null>(null);
  if (isSending) return null;
  const isUncertain = attemptedAtMs !== null;
  const edit = () => openComposer({ ...post.target, pendingId: id });
  const retryLabel = rejection === null && isOld ? 'pending.postAgain' : 'pending.tryNow';
  return (
    <div className="mt-2 flex flex-wrap gap-2">
      {isOnline && (
        <Button size="sm" variant="secondary" onClick={() => void retryPost(id)}>
          {t(retryLabel)}
        </Button>
      )}
      <Button
        size="sm"
        variant="secondary"
        onClick={() => (isUncertain ? setConfirming('edit') : edit())}
      >
        {t('pending.edit')}
      </Button>
      <Button size="sm" variant="secondary" onClick={() => setConfirming('delete')}>
        {t('pending.delete')}
      </Button>
      {confirming !== null && (
        <ConfirmDialog
          isOpen
          title={t(confirming === 'edit' ? 'pending.editTitle' : 'pending.deleteTitle')}
          text={t(isUncertain ? 'pending.uncertainText' : 'pending.deleteText')}
          confirmLabel={t(confirming === 'edit' ? 'pending.edit' : 'pending.delete')}
          isDangerous={confirming === 'delete'}
          onCancel={() => setConfirming(null)}
          onConfirm={() => {
            setConfirming(null);
            if (confirming === 'edit') edit();
            else void deletePost(id);
          }}
        />
      )}
    </div>
  );
}
