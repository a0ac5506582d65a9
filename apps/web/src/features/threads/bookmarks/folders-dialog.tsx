import { useQuery } from '@tanstack/react-query';
import { bookmarkFoldersMax } from '@skein/contracts/limits';
import { Dialog } from '../../../ui/dialog.tsx';
import { NameList } from '../../../ui/name-list.tsx';
import { t } from '../../../i18n/index.ts';
import { useDeleteFolder, useOrderFolders } from './folders.mutation.ts';
import { foldersQuery } from './folders.queries.ts';
import { FolderNameForm } from './folder-name-form.tsx';

interface FoldersDialogProps {
  onClose: () => void;
  onDeleted: (folderId: string) => void;
}

/** The viewer's bookmark folders, with buttons to create, rename, move and delete one. */
export function FoldersDialog({ onClose, onDeleted }: FoldersDialogProps) {
  const { data: folders = [] } = useQuery(foldersQuery);
  const order = useOrderFolders();
  const deletion = useDeleteFolder();
  return (
    <Dialog isOpen onClose={onClose} title={t('folders.title')}>
      <div className="flex flex-col gap-4 p-4">
        <p className="text-muted">{t('folders.text')}</p>
        <NameList
          texts="folders"
          items={folders}
          onOrder={order.mutate}
          onDelete={(id) => deletion.mutate(id, { onSuccess: () => onDeleted(id) })}
          renderItem={({ name }) => (
            <span className="min-w-0 grow basis-40 font-medium wrap-anywhere">{name}</span>
          )}
          renderForm={(folder, close) => (
            <FolderNameForm folder={folder} onSaved={close} onCancel={close} />
          )}
        />
        {folders.length < bookmarkFoldersMax && <FolderNameForm />}
      </div>
    </Dialog>
  );
}
