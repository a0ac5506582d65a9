import { useQuery } from '@tanstack/react-query';
import LogOut from 'lucide-react/icons/log-out';
import Pencil from 'lucide-react/icons/pencil';
import UserPlus from 'lucide-react/icons/user-plus';
import { useState } from 'react';
import type { ReactNode } from 'react';
import type { GroupDetails } from '@skein/contracts/chat';
import { useNavigate } from 'react-router-dom';
import { Avatar } from '../../../ui/avatar.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { LoadError } from '../../../ui/load-error.tsx';
import { paths } from '../../../lib/paths.ts';
import { t } from '../../../i18n/index.ts';
import {
  useConversation,
  useConversationState,
  useConversationStore,
} from '../conversation/use-conversation.ts';
import { DeleteEntry, InfoEntry, PinEntry, ReportEntry } from '../info/entries.tsx';
import { ChatRowsSkeleton } from '../list/chat-rows-skeleton.tsx';
import { AddMembersDialog } from './add-members-dialog.tsx';
import { EditGroupDialog } from './edit-group-dialog.tsx';
import { GroupMembers } from './group-members.tsx';
import { useLeaveGroup } from './group.mutation.ts';
import { groupQuery } from './group.queries.ts';
import { InviteLink } from './invite-link.tsx';

interface GroupInfoProps {
  /** Called before the report dialog opens. */
  onReport: (() => void) | undefined;
  /** The viewer has left the group or deleted the chat. */
  onLeft: () => void;
  /** The settings of the conversation. */
  children: ReactNode;
}

/** The members of a group and the actions on it. */
export function GroupInfo({ onReport, onLeft, children }: GroupInfoProps) {
  const { viewerId } = useConversationStore();
  const { conversationId, title, picture, membersCount } = useConversation();
  const isLeaving = useConversationState((state) => state.isLeaving);
  const query = useQuery({ ...groupQuery(conversationId), enabled: !isLeaving });
  const { data: details } = query;
  const shown = details ?? { name: title, picture, membersCount };
  return (
    <>
      <div className="flex flex-col items-center gap-2 px-4 pt-6 pb-5 text-center">
        <Avatar name={shown.name} picture={shown.picture} size="xl" />
        <p className="max-w-full text-lg font-semibold wrap-anywhere">{shown.name}</p>
        <p className="text-muted">{t('chat.membersCount', { count: shown.membersCount })}</p>
      </div>
      {children}
      <div className="flex flex-col border-t border-line p-2">
        <PinEntry />
        {details?.isAdmin === true && <AdminEntries group={details} />}
        <ReportEntry onReport={onReport} />
        <DeleteEntry onDeleted={onLeft} />
        <LeaveEntry name={shown.name} onLeft={onLeft} />
      </div>
      {details ? (
        <>
          {details.isAdmin && <InviteLink group={details} />}
          <GroupMembers group={details} viewerId={viewerId} />
        </>
      ) : (
        <MembersStatus isError={query.isError} onRetry={() => void query.refetch()} />
      )}
    </>
  );
}

function MembersStatus({ isError, onRetry }: { isError: boolean; onRetry: () => void }) {
  if (isError) return <LoadError text={t('groups.membersError')} onRetry={onRetry} />;
  return <ChatRowsSkeleton text={t('common.loading')} />;
}

function AdminEntries({ group }: { group: GroupDetails }) {
  const store = useConversationStore();
  const [dialog, setDialog] = useState<'edit' | 'add' | null>(null);
  const close = () => setDialog(null);
  return (
    <>
      <InfoEntry icon={Pencil} label={t('groups.edit')} onSelect={() => setDialog('edit')} />
      <InfoEntry icon={UserPlus} label={t('groups.addMembers')} onSelect={() => setDialog('add')} />
      {dialog === 'edit' && (
        <EditGroupDialog group={group} onSaved={() => void store.load()} onClose={close} />
      )}
      {dialog === 'add' && (
        <AddMembersDialog group={group} viewerId={store.viewerId} onClose={close} />
      )}
    </>
  );
}

/** Leaves the group after confirmation. */
function LeaveEntry({ name, onLeft }: { name: string; onLeft: () => void }) {
  const store = useConversationStore();
  const { conversationId } = useConversation();
  const navigate = useNavigate();
  const [isConfirming, setIsConfirming] = useState(false);
  const leaving = useLeaveGroup(store, conversationId, () => {
    setIsConfirming(false);
    onLeft();
    void navigate(paths.messages);
  });
  return (
    <>
      <InfoEntry
        icon={LogOut}
        label={t('groups.leave')}
        isDangerous
        onSelect={() => setIsConfirming(true)}
      />
      <ConfirmDialog
        isOpen={isConfirming}
        title={t('groups.leaveTitle', { name })}
        text={t('groups.leaveText')}
        confirmLabel={t('groups.leave')}
        isDangerous
        isBusy={leaving.isPending}
        onConfirm={() => leaving.mutate()}
        onCancel={() => setIsConfirming(false)}
      />
    </>
  );
}
