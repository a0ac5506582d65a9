import { useState } from 'react';
import { listNameMaxLength } from '@skein/contracts/limits';
import type { UserList } from '@skein/contracts/lists';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { t } from '../../../i18n/index.ts';
import { useSaveList } from '../api/lists.mutation.ts';

interface ListNameFormProps {
  /** The list to rename; undefined to create one. */
  list?: { id: string; name: string };
  onSaved?: (list: UserList) => void;
  /** Shows a button that leaves the form. */
  onCancel?: () => void;
}

/** Creates or renames a list. */
export function ListNameForm({ list, onSaved, onCancel }: ListNameFormProps) {
  const [name, setName] = useState(list?.name ?? '');
  const save = useSaveList(list?.id);
  return (
    <form
      noValidate
      className="flex flex-wrap items-end gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate(name, {
          onSuccess: (saved) => {
            if (!list) setName('');
            onSaved?.(saved);
          },
        });
      }}
    >
      <TextField
        label={t(list ? 'lists.name' : 'lists.newName')}
        value={name}
        maxLength={listNameMaxLength}
        autoComplete="off"
        className="min-w-0 grow basis-48"
        ref={list && focus}
        onChange={({ target }) => setName(target.value)}
      />
      <Button
        type="submit"
        variant="secondary"
        className="my-0.5"
        isBusy={save.isPending}
        disabled={name.trim() === '' || save.isPending}
      >
        {t(list ? 'lists.rename' : 'lists.create')}
      </Button>
      {onCancel && (
        <Button variant="secondary" className="my-0.5" onClick={onCancel}>
          {t('common.cancel')}
        </Button>
      )}
    </form>
  );
}

function focus(input: HTMLInputElement | null): void {
  input?.focus();
}
