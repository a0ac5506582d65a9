import type { Import } from '@skein/contracts/imports';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { Dialog } from '../../../ui/dialog.tsx';
import { t } from '../../../i18n/index.ts';
import { importsQuery } from './imports.queries.ts';
import { ImportForm } from './import-form.tsx';
import { ImportItem } from './import-item.tsx';
import { SettingsList } from '../layout/settings-list.tsx';

interface ImportDialogProps {
  isOpen: boolean;
  onClose: () => void;
}

/** Imports accounts from a file, and shows earlier imports. */
export function ImportDialog({ isOpen, onClose }: ImportDialogProps) {
  const query = useQuery({ ...importsQuery, enabled: isOpen });
  useInvalidateAfterImport(query.data);
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={t('imports.dialogTitle')}>
      <div className="flex flex-col gap-6 p-5">
        <ImportForm />
        {query.data?.length !== 0 && (
          <SettingsList title={t('imports.list')} error={t('imports.loadError')} query={query}>
            <ul className="divide-y divide-line">
              {query.data?.map((item) => (
                <ImportItem key={item.id} item={item} />
              ))}
            </ul>
          </SettingsList>
        )}
      </div>
    </Dialog>
  );
}

/** An import changes feeds, profiles and lists. */
function useInvalidateAfterImport(imports: readonly Import[] | undefined) {
  const client = useQueryClient();
  const wasRunning = useRef(false);
  const isRunning = imports?.some(({ status }) => status === 'running') ?? false;
  useEffect(() => {
    if (wasRunning.current && !isRunning) void client.invalidateQueries();
    wasRunning.current = isRunning;
  }, [client, isRunning]);
}
