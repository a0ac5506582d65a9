import type { Import } from '@skein/contracts/imports';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { t } from '../../../i18n/index.ts';
import { importsQuery } from './imports.queries.ts';
import { ImportItem } from './import-item.tsx';
import { SettingsList } from '../layout/settings-list.tsx';

/** The latest imports; nothing if there are none. */
export function ImportList({ isShown }: { isShown: boolean }) {
  const query = useQuery({ ...importsQuery, enabled: isShown });
  useInvalidateAfterImport(query.data);
  if (query.data?.length === 0) return null;
  return (
    <SettingsList title={t('imports.list')} error={t('imports.loadError')} query={query}>
      <ul className="divide-y divide-line">
        {query.data?.map((item) => (
          <ImportItem key={item.id} item={item} />
        ))}
      </ul>
    </SettingsList>
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
