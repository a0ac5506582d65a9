import type { BookmarkFolder } from '@skein/contracts/bookmarks';
import { bookmarkFolderNameMaxLength } from '@skein/contracts/limits';
import { NameForm } from '../../../ui/name-form.tsx';
import { useSaveFolder } from './folders.mutation.ts';

interface FolderNameFormProps {
  /** The folder to rename; undefined to create one. */
  folder?: BookmarkFolder;
  onSaved?: (folder: BookmarkFolder) => void;
  onCancel?: () => void;
}

/** Creates or renames a bookmark folder. */
export function FolderNameForm({ folder, ...actions }: FolderNameFormProps) {
  const save = useSaveFolder(folder?.id);
  return (
    <NameForm
      texts="folders"
      name={folder?.name}
      maxLength={bookmarkFolderNameMaxLength}
      save={save}
      {...actions}
    />
  );
}
