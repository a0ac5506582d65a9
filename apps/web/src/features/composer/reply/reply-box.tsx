import { lazy, Suspense, useRef, useState } from 'react';
import type { Ref } from 'react';
import { preloader } from '../../../lib/preloader.ts';
import type { Thread } from '@skein/contracts/threads';
import { Avatar } from '../../../ui/avatar.tsx';
import { loadUpload } from '../../../api/index.ts';
import { t } from '../../../i18n/index.ts';
import { useSession } from '../../../lib/session/index.ts';
import { getAuthorName } from './author-name.ts';

const loadLazyInlineReply = async () => {
  const loading = loadUpload();
  const { InlineReply } = await import('./inline-reply.tsx');
  await loading;
  return { default: InlineReply };
};
const LazyInlineReply = lazy(loadLazyInlineReply);

interface ReplyBoxProps {
  thread: Thread;
  /** Called after the reply was added to the list. */
  onCreated?: (reply: Thread) => void;
}

/** The reply prompt of a thread page, which expands to a composer. */
export function ReplyBox({ thread, onCreated }: ReplyBoxProps) {
  const [isOpen, setIsOpen] = useState(false);
  const prompt = useRef<HTMLButtonElement>(null);
  if (!thread.canReply) {
    return (
      <p className="border-b border-line px-4 py-3 text-muted">{describeRestriction(thread)}</p>
    );
  }
  const close = () => {
    setIsOpen(false);
    // After the prompt is rendered again.
    requestAnimationFrame(() => prompt.current?.focus({ preventScroll: true }));
  };
  const closed = <ReplyPrompt ref={prompt} thread={thread} onOpen={() => setIsOpen(true)} />;
  if (!isOpen) return closed;
  return (
    <Suspense fallback={closed}>
      <LazyInlineReply
        thread={thread}
        onClose={close}
        onPosted={(reply) => {
          close();
          if (reply) onCreated?.(reply);
        }}
      />
    </Suspense>
  );
}

interface ReplyPromptProps {
  ref: Ref<HTMLButtonElement>;
  thread: Thread;
  onOpen: () => void;
}

function ReplyPrompt({ ref, thread, onOpen }: ReplyPromptProps) {
  const { user } = useSession();
  return (
    <button
      ref={ref}
      type="button"
      className="flex w-full items-center gap-3 border-b border-line px-4 py-3 text-left text-muted transition-colors hover:bg-hover focus-visible:-outline-offset-2 print:hidden"
      onPointerEnter={preloader(loadLazyInlineReply)}
      onFocus={preloader(loadLazyInlineReply)}
      onClick={onOpen}
    >
      <Avatar name={user?.name ?? ''} picture={user?.picture ?? null} />
      <span className="min-w-0 grow truncate text-lg">
        {t('reply.to', { name: getAuthorName(thread) })}
      </span>
    </button>
  );
}

function describeRestriction(thread: Thread): string {
  const { replyPermission, threadLevel } = thread;
  // The root decides who may reply to a reply, and it is not loaded here.
  if (threadLevel > 0 || replyPermission === 'ANYONE') return t('reply.notAllowed');
  if (replyPermission === 'MENTIONED_ONLY') return t('reply.notAllowed.MENTIONED_ONLY');
  return t(`reply.notAllowed.${replyPermission}`, { name: getAuthorName(thread) });
}
