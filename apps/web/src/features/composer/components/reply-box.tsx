import type { Thread } from '@skein/contracts/threads';
import { Avatar } from '../../../components/ui/avatar.tsx';
import { openComposer } from '../../../lib/composer-request.ts';
import { enComposer } from '../../../lib/i18n/en-composer.ts';
import { addMessages, t } from '../../../lib/i18n/index.ts';
import { useSession } from '../../../lib/session/index.ts';
import { preloadComposer } from './composer-host.tsx';

addMessages(enComposer);

interface ReplyBoxProps {
  thread: Thread;
  /** Told of the reply, in addition to what every list learns. */
  onCreated?: (reply: Thread) => void;
}

/** Where a thread's page is answered from. */
export function ReplyBox({ thread, onCreated }: ReplyBoxProps) {
  const { user } = useSession();
  if (!thread.canReply) {
    return <p className="border-b border-line px-4 py-3 text-muted">{t('reply.notAllowed')}</p>;
  }
  return (
    <button
      type="button"
      className="flex w-full items-center gap-3 border-b border-line px-4 py-3 text-left text-muted transition-colors hover:bg-hover focus-visible:-outline-offset-2"
      onPointerEnter={preloadComposer}
      onFocus={preloadComposer}
      onClick={() => openComposer({ kind: 'reply', thread, ...(onCreated && { onCreated }) })}
    >
      <Avatar name={user?.name ?? ''} picture={user?.picture ?? null} />
      <span className="min-w-0 grow truncate text-lg">
        {t('reply.to', { name: thread.userName ?? t('person.unknown') })}
      </span>
    </button>
  );
}
