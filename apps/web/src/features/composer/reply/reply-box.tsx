import { Suspense, lazy, useRef, useState } from 'react';
import type { Ref } from 'react';
import type { Thread } from '@skein/contracts/threads';
import { Avatar } from '../../../ui/avatar.tsx';
import { loadUpload } from '../../../api/index.ts';
import { t } from '../../../i18n/index.ts';
import { useSession } from '../../../lib/session/index.ts';

const loadReply = async () => {
  const loading = loadUpload();
  const { InlineReply } = await import('./inline-reply.tsx');
  await loading;
  return { default: InlineReply };
};
const LazyInlineReply = lazy(loadReply);
const preload = () => {
  loadReply().catch(() => {
    // It is fetched again when it is opened.
  });
};

interface ReplyBoxProps {
  thread: Thread;
  /** Told of the reply, which by then stands among the others. */
  onCreated?: (reply: Thread) => void;
}

/** Where a thread's page is answered from: a line that opens into a small composer. */
export function ReplyBox({ thread, onCreated }: ReplyBoxProps) {
  const [isOpen, setIsOpen] = useState(false);
  const line = useRef<HTMLButtonElement>(null);
  if (!thread.canReply) {
    return <p className="border-b border-line px-4 py-3 text-muted">{whyNot(thread)}</p>;
  }
  const close = () => {
    setIsOpen(false);
    // Once the line is there again.
    requestAnimationFrame(() => line.current?.focus({ preventScroll: true }));
  };
  const closed = <ReplyLine ref={line} thread={thread} onOpen={() => setIsOpen(true)} />;
  if (!isOpen) return closed;
  return (
    <Suspense fallback={closed}>
      <LazyInlineReply
        thread={thread}
        onClose={close}
        onPosted={(reply) => {
          close();
          onCreated?.(reply);
        }}
      />
    </Suspense>
  );
}

interface ReplyLineProps {
  ref: Ref<HTMLButtonElement>;
  thread: Thread;
  onOpen: () => void;
}

function ReplyLine({ ref, thread, onOpen }: ReplyLineProps) {
  const { user } = useSession();
  return (
    <button
      ref={ref}
      type="button"
      className="flex w-full items-center gap-3 border-b border-line px-4 py-3 text-left text-muted transition-colors hover:bg-hover focus-visible:-outline-offset-2"
      onPointerEnter={preload}
      onFocus={preload}
      onClick={onOpen}
    >
      <Avatar name={user?.name ?? ''} picture={user?.picture ?? null} />
      <span className="min-w-0 grow truncate text-lg">
        {t('reply.to', { name: nameOf(thread) })}
      </span>
    </button>
  );
}

const nameOf = ({ userName }: Thread): string => userName ?? t('user.unknown');

function whyNot(thread: Thread): string {
  const { replyPermission, threadLevel } = thread;
  // Who may answer a reply says its root, which is not at hand.
  if (threadLevel > 0 || replyPermission === 'ANYONE') return t('reply.notAllowed');
  if (replyPermission === 'MENTIONED_ONLY') return t('reply.notAllowed.MENTIONED_ONLY');
  return t(`reply.notAllowed.${replyPermission}`, { name: nameOf(thread) });
}
