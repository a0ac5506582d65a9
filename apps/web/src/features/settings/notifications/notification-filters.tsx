import { useQuery } from '@tanstack/react-query';
import type { NotificationPolicy } from '@skein/contracts/notifications';
import { t } from '../../../i18n/index.ts';
import { Button } from '../../../ui/button.tsx';
import { FocusRegion } from '../../../ui/focus-region.tsx';
import { Switch } from '../../../ui/switch.tsx';
import { policyQuery, useSetFilter } from '../../notifications/preferences.queries.ts';

const filters = ['filtersNotFollowing', 'filtersNotFollowers', 'filtersNewAccounts'] as const;

/** Whose notifications wait on a page of their own. */
export function NotificationFilters() {
  const { isError, refetch } = useQuery(policyQuery);
  return (
    <FocusRegion>
      <h2 className="font-medium">{t('preferences.filters')}</h2>
      <p className="mt-0.5 text-sm text-muted">{t('preferences.filtersText')}</p>
      {isError ? (
        <div className="flex flex-wrap items-center gap-3 py-3 text-muted">
          <p>{t('preferences.error')}</p>
          <Button size="sm" variant="secondary" onClick={() => void refetch()}>
            {t('common.tryAgain')}
          </Button>
        </div>
      ) : (
        <ul className="mt-2">
          {filters.map((field) => (
            <li key={field} className="py-2.5">
              <Filter field={field} />
            </li>
          ))}
        </ul>
      )}
    </FocusRegion>
  );
}

function Filter({ field }: { field: keyof NotificationPolicy }) {
  const { data: policy } = useQuery(policyQuery);
  const { mutate } = useSetFilter(field);
  return (
    <Switch
      label={t(`preferences.${field}`)}
      checked={policy?.[field] ?? false}
      disabled={!policy}
      onChange={({ target }) => mutate(target.checked)}
    />
  );
}
