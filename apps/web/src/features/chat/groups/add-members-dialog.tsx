import { useState } from 'react';
import type { GroupDetails } from '@skein/contracts/chat';
import { groupMembersMax } from '@skein/contracts/group-limits';
import type { User } from '@skein/contracts/users';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { t } from '../../../i18n/index.ts';
import { useAddMembers } from './group.mutation.ts';
import { MemberPicker } from './member-picker.tsx';
import { RequestError } from './request-error.tsx';

interface AddMembersDialogProps {
  group: GroupDetails;
  viewerId: string;
  onClose: () => void;
}

/** Adds users to a group. */
export function AddMembersDialog({ group, viewerId, onClose }: AddMembersDialogProps) {
  const [chosen, setChosen] = useState<User[]>([]);
  const addition = useAddMembers(group.id);
  const add = () =>
    addition.mutate(
      chosen.map(({ id }) => id),
      { onSuccess: onClose },
    );
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t('groups.addMembers')}
      footer={
        <div className="flex items-center justify-end gap-3">
          <RequestError error={addition.error} />
          <Button
            isBusy={addition.isPending}
            disabled={chosen.length === 0 || addition.isPending}
            onClick={add}
          >
            {t('groups.add')}
          </Button>
        </div>
      }
    >
      <div className="pt-4">
        <MemberPicker
          viewerId={viewerId}
          chosen={chosen}
          excludedIds={new Set(group.members.map(({ user }) => user.id))}
          max={groupMembersMax - group.membersCount}
          onChange={setChosen}
        />
      </div>
    </Dialog>
  );
}
