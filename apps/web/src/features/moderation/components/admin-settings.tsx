import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { FocusRegion } from '../../../ui/focus-region.tsx';
import { settingsQuery } from '../api/admin.queries.ts';
import { AdminListSkeleton } from './admin-list.tsx';
import { AdminLoadError } from './admin-load-error.tsx';
import { SettingsForm } from './settings-form.tsx';

/** The settings of the instance. */
export function AdminSettings() {
  const { data, error, isPending, refetch } = useQuery(settingsQuery);
  const [formKey, setFormKey] = useState(0);
  // A new key fills the form with the loaded settings.
  const reload = async () => {
    await refetch();
    setFormKey((key) => key + 1);
  };
  return (
    <FocusRegion>
      {data !== undefined ? (
        <SettingsForm key={formKey} saved={data} onReload={() => void reload()} />
      ) : isPending ? (
        <AdminListSkeleton />
      ) : (
        <AdminLoadError error={error} onRetry={() => void refetch()} />
      )}
    </FocusRegion>
  );
}
