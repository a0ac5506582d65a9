import { useId } from 'react';
import type { GroupMember } from '@skein/contracts/chat';
import { Dialog } from '../../../ui/dialog.tsx';
import { t } from '../../../i18n/index.ts';
import { UserRow } from '../../users/user-row.tsx';

interface ReadersDialogProps {
  readers: readonly GroupMember[];
  others: readonly GroupMember[];
  onClose: () => void;
}

/** The members who have read a message, and the others. */
export function ReadersDialog({ readers, others, onClose }: ReadersDialogProps) {
  const unread = others.filter((member) => !readers.includes(member));
  return (
    <Dialog isOpen onClose={onClose} title={t('groups.readers')}>
      <Members title={t('chat.seen')} members={readers} />
      {unread.length > 0 && <Members title={t('groups.notSeen')} members={unread} />}
    </Dialog>
  );
}

function Members({ title, members }: { title: string; members: readonly GroupMember[] }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="px-4 py-3">
      <h3 id={id} className="pb-2 text-sm font-semibold text-muted">
        {title}
      </h3>
      <ul className="flex flex-col gap-3">
        {members.map(({ user }) => (
          <li key={user.id}>
            <UserRow user={{ ...user, bio: null }} />
          </li>
        ))}
      </ul>
    </section>
  );
}
