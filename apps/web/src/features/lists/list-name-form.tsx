import { listNameMaxLength } from '@skein/contracts/limits';
import type { UserList } from '@skein/contracts/lists';
import { NameForm } from '../../ui/name-form.tsx';
import { useSaveList } from './lists.mutation.ts';

interface ListNameFormProps {
  /** The list to rename; undefined to create one. */
  list?: { id: string; name: string } | undefined;
  onSaved?: (list: UserList) => void;
  /** Shows a button that leaves the form. */
  onCancel?: () => void;
}

/** Creates or renames a list. */
export function ListNameForm({ list, ...actions }: ListNameFormProps) {
  const save = useSaveList(list?.id);
  return (
    <NameForm
      texts="lists"
      name={list?.name}
      maxLength={listNameMaxLength}
      save={save}
      {...actions}
    />
  );
}
