import { useQuery } from '@tanstack/react-query';
import type { QueryKey, UseQueryOptions } from '@tanstack/react-query';
import { Fragment, useState } from 'react';
import type { ReactNode } from 'react';
import { FocusRegion } from '../../../ui/focus-region.tsx';
import { AdminListSkeleton } from './admin-list.tsx';
import { AdminLoadError } from './admin-load-error.tsx';

interface EditedQueryProps<Data, Key extends QueryKey> {
  options: UseQueryOptions<Data, Error, Data, Key>;
  /** Renders the form. `onReload` replaces its content by the current version. */
  children: (data: Data, onReload: () => void) => ReactNode;
}

/** Loads what a form edits. Versions that are loaded later do not replace what is being written. */
export function EditedQuery<Data, Key extends QueryKey>({
  options,
  children,
}: EditedQueryProps<Data, Key>) {
  const { data, error, isPending, refetch } = useQuery(options);
  const [formKey, setFormKey] = useState(0);
  const reload = async () => {
    await refetch();
    setFormKey((key) => key + 1);
  };
  return (
    <FocusRegion>
      {data !== undefined ? (
        <Fragment key={formKey}>{children(data, () => void reload())}</Fragment>
      ) : isPending ? (
        <AdminListSkeleton />
      ) : (
        <AdminLoadError error={error} onRetry={() => void refetch()} />
      )}
    </FocusRegion>
  );
}
