import { useQuery, useQueryClient } from '@tanstack/react-query';
import Check from 'lucide-react/icons/check';
import { bookmarkFoldersMax } from '@skein/contracts/limits';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { t } from '../../../i18n/index.ts';
import type { DialogOverlay } from '../overlays/card-overlay.ts';
import { saveInFolder } from './folders.mutation.ts';
import { bookmarkQuery, foldersQuery } from './folders.queries.ts';
import { FolderNameForm } from './folder-name-form.tsx';

interface SaveToFolderDialogProps {
  overlay: DialogOverlay;
  isOpen: boolean;
  onClose: () => void;
}

/** The viewer's bookmark folders. Choosing one bookmarks the thread in it, or moves the bookmark. */
export function SaveToFolderDialog({ overlay, isOpen, onClose }: SaveToFolderDialogProps) {
  const client = useQueryClient();
  const { thread } = overlay;
  const folders = useQuery(foldersQuery);
  const bookmark = useQuery(bookmarkQuery(thread.id));
  const failed = [folders, bookmark].filter(({ isError }) => isError);
  const save = (folder: { id: string; name: string } | null) => {
    onClose();
    void saveInFolder(client, thread, folder);
  };
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={t('folders.saveTo')}>
      <div className="flex flex-col gap-4 p-4">
        {failed.length > 0 ? (
          <div className="flex flex-col items-start gap-3">
            <p>{t('folders.error')}</p>
            <Button
              variant="secondary"
              onClick={() => failed.forEach(({ refetch }) => void refetch())}
            >
              {t('common.tryAgain')}
            </Button>
          </div>
        ) : (
          <Choices
            folders={folders.data && bookmark.data && folders.data}
            current={bookmark.data?.isBookmarked ? bookmark.data.folderId : undefined}
            onChoose={save}
          />
        )}
        {folders.data && folders.data.length < bookmarkFoldersMax && (
          <FolderNameForm onSaved={save} />
        )}
      </div>
    </Dialog>
  );
}

interface ChoicesProps {
  /** Undefined while they are loading. */
  folders: readonly { id: string; name: string }[] | undefined;
  /** The folder of the bookmark: null for none, undefined if the thread is not bookmarked. */
  current: string | null | undefined;
  onChoose: (folder: { id: string; name: string } | null) => void;
}

function Choices({ folders, current, onChoose }: ChoicesProps) {
  if (folders === undefined) return <Skeleton className="h-4 w-1/2" />;
  return (
    <ul className="-mx-2 flex flex-col">
      <Choice
        name={t('folders.none')}
        isCurrent={current === null}
        onClick={() => onChoose(null)}
      />
      {folders.map((folder) => (
        <Choice
          key={folder.id}
          name={folder.name}
          isCurrent={current === folder.id}
          onClick={() => onChoose(folder)}
        />
      ))}
    </ul>
  );
}

interface ChoiceProps {
  name: string;
  isCurrent: boolean;
  onClick: () => void;
}

function Choice({ name, isCurrent, onClick }: ChoiceProps) {
  return (
    <li>
      <button
        type="button"
        aria-pressed={isCurrent}
        onClick={onClick}
        className="flex min-h-11 w-full items-center gap-3 rounded-md px-2 text-left hover:bg-hover"
      >
        <span className="min-w-0 grow wrap-anywhere">{name}</span>
        {isCurrent && <Check aria-hidden className="size-5 shrink-0 text-accent" />}
      </button>
    </li>
  );
}
