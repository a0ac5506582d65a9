import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { chatSearchDebounceMs } from '@skein/contracts/limits';
import type { User } from '@skein/contracts/users';
import { Avatar } from '../../../ui/avatar.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { ListMessage } from '../../../ui/list-message.tsx';
import { LoadError } from '../../../ui/load-error.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { t } from '../../../i18n/index.ts';
import { useSession } from '../../../lib/session/index.ts';
import { useDebounced } from '../../../lib/use-debounced.ts';
import type { DialogOverlay } from './card-overlay.ts';
import { recipientsQuery, sendThread } from './send-thread.ts';

interface SendThreadDialogProps {
  overlay: DialogOverlay;
  isOpen: boolean;
  onClose: () => void;
}

const noteRoom = 1000;

/** Sends a thread as a message to a user: one of the latest conversations, or one that is searched. */
export function SendThreadDialog({ overlay, isOpen, onClose }: SendThreadDialogProps) {
  const [note, setNote] = useState('');
  const [text, setText] = useState('');
  const [isSending, setIsSending] = useState(false);
  // A repeated attempt has the same id, so that the message is not sent twice.
  const attempts = useRef(new Map<string, string>());
  const search = useDebounced(text.trim(), chatSearchDebounceMs);
  const send = async (user: User) => {
    const key = `${user.id} ${note}`;
    const clientMessageId = attempts.current.get(key) ?? crypto.randomUUID();
    attempts.current.set(key, clientMessageId);
    setIsSending(true);
    const isSent = await sendThread({ thread: overlay.thread, user, note, clientMessageId });
    setIsSending(false);
    if (isSent) onClose();
  };
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={t('share.title')}>
      <div className="flex flex-col gap-4 p-4">
        <TextField
          label={t('share.search')}
          type="search"
          value={text}
          maxLength={100}
          onChange={({ target }) => setText(target.value)}
        />
        <TextField
          label={t('share.note')}
          value={note}
          maxLength={noteRoom}
          onChange={({ target }) => setNote(target.value)}
        />
        <section aria-busy={isSending} className="min-h-64">
          <h3 className="mb-1 text-sm font-semibold text-muted">
            {t(search === '' ? 'share.recent' : 'share.results')}
          </h3>
          <Recipients search={search} isDisabled={isSending} onChoose={(user) => void send(user)} />
        </section>
      </div>
    </Dialog>
  );
}

interface RecipientsProps {
  search: string;
  isDisabled: boolean;
  onChoose: (user: User) => void;
}

function Recipients({ search, isDisabled, onChoose }: RecipientsProps) {
  const { user: viewer } = useSession();
  const { data, isError, refetch } = useQuery(recipientsQuery(search));
  const users = data?.filter(({ id }) => id !== viewer?.id);
  if (users === undefined && isError) {
    return <LoadError text={t('share.error')} onRetry={() => void refetch()} />;
  }
  if (users === undefined) {
    return (
      <div className="flex flex-col gap-4 py-3">
        <span className="sr-only">{t('share.searching')}</span>
        <Skeleton className="h-10 w-full" />
        <Skeleton className="h-10 w-full" />
      </div>
    );
  }
  if (users.length === 0) {
    return <ListMessage text={t(search === '' ? 'share.noChats' : 'share.none')} />;
  }
  return (
    <ul className="-mx-2">
      {users.map((user) => (
        <li key={user.id}>
          <button
            type="button"
            disabled={isDisabled}
            aria-label={t('share.sendTo', { name: user.name })}
            onClick={() => onChoose(user)}
            className="flex w-full items-center gap-3 rounded-md px-2 py-2 text-left transition-colors hover:bg-hover disabled:cursor-progress disabled:opacity-60"
          >
            <Avatar name={user.name} picture={user.picture} />
            <span className="min-w-0">
              <span className="block truncate font-semibold">{user.name}</span>
              <span className="block truncate text-sm text-muted">@{user.username}</span>
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}
