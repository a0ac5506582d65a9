import { useState } from 'react';
import type { SubmitEvent } from 'react';
import type { GroupDetails } from '@skein/contracts/chat';
import { groupNameMaxLength } from '@skein/contracts/group-limits';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { t } from '../../../i18n/index.ts';
import { useChangeGroup } from './group.mutation.ts';
import { GroupPictureField } from './group-picture-field.tsx';
import { RequestError } from './request-error.tsx';

interface EditGroupDialogProps {
  group: GroupDetails;
  onSaved: () => void;
  onClose: () => void;
}

/** Changes the name and the picture of a group. */
export function EditGroupDialog({ group, onSaved, onClose }: EditGroupDialogProps) {
  const [name, setName] = useState(group.name);
  const [picture, setPicture] = useState<{ file: File | null; isRemoved: boolean }>({
    file: null,
    isRemoved: false,
  });
  const change = useChangeGroup(group.id);
  const isChanged = name.trim() !== group.name || picture.file !== null || picture.isRemoved;
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    change.mutate(
      {
        ...(name.trim() !== group.name && { name: name.trim() }),
        ...(picture.file && { picture: picture.file }),
        isPictureRemoved: picture.isRemoved,
      },
      {
        onSuccess: () => {
          onSaved();
          onClose();
        },
      },
    );
  };
  return (
    <Dialog isOpen onClose={onClose} title={t('groups.edit')}>
      <form noValidate onSubmit={submit} className="flex flex-col gap-4 p-4">
        <GroupPictureField
          name={name}
          saved={group.picture}
          file={picture.file}
          isRemoved={picture.isRemoved}
          onChange={(file, isRemoved) => setPicture({ file, isRemoved })}
        />
        <TextField
          label={t('groups.name')}
          value={name}
          maxLength={groupNameMaxLength}
          autoComplete="off"
          onChange={({ target }) => setName(target.value)}
        />
        <div className="flex items-center justify-end gap-3">
          <RequestError error={change.error} />
          <Button
            type="submit"
            isBusy={change.isPending}
            disabled={name.trim() === '' || !isChanged || change.isPending}
          >
            {t('groups.save')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
