import { lazy, Suspense, useRef } from 'react';
import { t } from '../../../i18n/index.ts';
import { firstClick } from '../../../lib/first-click.ts';
import { Button } from '../../../ui/button.tsx';
import { useDownloadServerList, usePreviewServerList } from './server-lists.mutation.ts';

const ServerListDialog = lazy(async () => ({
  default: (await import('./server-list-dialog.tsx')).ServerListDialog,
}));

/** Import and export lists of servers in Mastodon's format. */
export function ServerListButtons() {
  const inputRef = useRef<HTMLInputElement>(null);
  const preview = usePreviewServerList();
  const download = useDownloadServerList();
  return (
    <>
      <input
        ref={inputRef}
        type="file"
        accept=".csv,text/csv"
        aria-label={t('admin.servers.importFile')}
        hidden
        onChange={({ currentTarget: input }) => {
          const [file] = input.files ?? [];
          if (file) preview.mutate(file);
          // Selecting the same file again must fire a change event.
          input.value = '';
        }}
      />
      <Button
        variant="secondary"
        isBusy={preview.isPending}
        onClick={() => inputRef.current?.click()}
      >
        {t('admin.servers.import')}
      </Button>
      <Button
        variant="secondary"
        isBusy={download.isPending}
        onClick={firstClick(() => download.mutate())}
      >
        {t('admin.servers.export')}
      </Button>
      {preview.data !== undefined && (
        <Suspense>
          <ServerListDialog preview={preview.data} onClose={preview.reset} />
        </Suspense>
      )}
    </>
  );
}
