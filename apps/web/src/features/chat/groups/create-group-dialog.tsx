import { useRef, useState } from 'react';
import type { SubmitEvent } from 'react';
import { groupAddedMembersMax, groupNameMaxLength } from '@skein/contracts/group-limits';
import type { User } from '@skein/contracts/users';
import { useNavigate } from 'react-router-dom';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { paths } from '../../../lib/paths.ts';
import { t } from '../../../i18n/index.ts';
import { useCreateGroup } from './group.mutation.ts';
import { GroupPictureField } from './group-picture-field.tsx';
import { MemberPicker } from './member-picker.tsx';
import { RequestError } from './request-error.tsx';

const formId = 'new-group';
const nobody: ReadonlySet<string> = new Set();

interface CreateGroupDialogProps {
  viewerId: string;
  onClose: () => void;
}

/** Creates a group from a name, a picture and its first members. */
export function CreateGroupDialog({ viewerId, onClose }: CreateGroupDialogProps) {
  const navigate = useNavigate();
  const nameRef = useRef<HTMLInputElement>(null);
  const [name, setName] = useState('');
  const [picture, setPicture] = useState<File | null>(null);
  const [chosen, setChosen] = useState<User[]>([]);
  const creation = useCreateGroup(({ id }) => {
    onClose();
    void navigate(paths.conversation(id));
  });
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (name.trim() === '' || creation.isPending) return;
    creation.mutate({ name: name.trim(), picture, userIds: chosen.map(({ id }) => id) });
  };
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t('groups.newGroup')}
      initialFocus={nameRef}
      footer={
        <div className="flex items-center justify-end gap-3">
          <RequestError error={creation.error} />
          <Button
            type="submit"
            form={formId}
            isBusy={creation.isPending}
            disabled={name.trim() === '' || creation.isPending}
          >
            {t('groups.create')}
          </Button>
        </div>
      }
    >
      <form id={formId} noValidate onSubmit={submit} className="flex flex-col gap-4 pt-4">
        <div className="flex flex-col gap-4 px-4">
          <GroupPictureField
            name={name}
            saved={null}
            file={picture}
            isRemoved={false}
            onChange={setPicture}
          />
          <TextField
            ref={nameRef}
            label={t('groups.name')}
            value={name}
            maxLength={groupNameMaxLength}
            autoComplete="off"
            onChange={({ target }) => setName(target.value)}
          />
        </div>
        <MemberPicker
          viewerId={viewerId}
          chosen={chosen}
          excludedIds={nobody}
          max={groupAddedMembersMax}
          onChange={setChosen}
        />
      </form>
    </Dialog>
  );
}
