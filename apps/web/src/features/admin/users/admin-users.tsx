import {
  accessBlockPermission,
  bulkAccountsMax,
  hasPermission,
  isBelow,
} from '@skein/contracts/administration';
import type { UserRole } from '@skein/contracts/administration';
import type { AdminUser } from '@skein/contracts/moderation';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { ApiError } from '../../../api/index.ts';
import { classNames } from '../../../lib/class-names.ts';
import { useDebounced } from '../../../lib/use-debounced.ts';
import { t } from '../../../i18n/index.ts';
import { useSession } from '../../../lib/session/index.ts';
import { userHasPermission } from '../../../lib/user-role.ts';
import { Button } from '../../../ui/button.tsx';
import { adminUsersQuery } from '../shared/admin.queries.ts';
import { AccountFilterFields } from './account-filter-fields.tsx';
import { AdminList } from '../shared/admin-list.tsx';
import { BulkBar } from './bulk-bar.tsx';
import { UserEntry, userColumns } from './user-entry.tsx';

const searchDelayMs = 300;

/** All accounts, with a search and actions on several of them. */
export function AdminUsers() {
  const fieldsId = useId();
  const [search] = useSearchParams();
  const [name, setName] = useState('');
  const [filter, setFilter] = useState(() => ({
    address: '',
    text: search.get('text') ?? '',
  }));
  const activeCount = Object.values(filter).filter((value) => value !== '').length;
  const [isFiltering, setIsFiltering] = useState(activeCount > 0);
  const [selected, setSelected] = useState<readonly AdminUser[]>([]);
  const q = useDebounced(name.trim(), searchDelayMs);
  const query = useInfiniteQuery(adminUsersQuery({ ...filter, q }));
  const changeFilter = (changed: typeof filter) => {
    setFilter(changed);
    setSelected([]);
  };
  const canActOn = useCanActOn();
  const { user: viewer } = useSession();
  const shown = (query.data ?? []).filter(canActOn);
  return (
    <>
      <div className="flex items-center gap-3 border-b border-line p-3">
        <input
          type="search"
          value={name}
          onChange={({ target }) => {
            setName(target.value);
            setSelected([]);
          }}
          aria-label={t('admin.searchPeople')}
          placeholder={t('admin.searchPeople')}
          maxLength={100}
          className="h-10 min-w-0 grow rounded-full border border-field bg-canvas px-4 focus:border-accent focus:outline-1 focus:-outline-offset-2 focus:outline-accent"
        />
        <Button
          size="sm"
          variant="secondary"
          aria-expanded={isFiltering}
          aria-controls={fieldsId}
          onClick={() => setIsFiltering(!isFiltering)}
        >
          {activeCount > 0 ? t('admin.activeFilters', { count: activeCount }) : t('admin.filters')}
        </Button>
      </div>
      <div id={fieldsId}>
        {isFiltering && (
          <AccountFilterFields
            key={`${filter.address} ${filter.text}`}
            value={filter}
            hasAddress={userHasPermission(viewer, accessBlockPermission)}
            error={query.error}
            onChange={changeFilter}
          />
        )}
      </div>
      {/* Takes its space while the accounts load, which would move otherwise. */}
      <div className={classNames(query.isPending && 'invisible')}>
        {(query.isPending || shown.length > 0) && (
          <BulkBar
            selected={selected}
            shown={shown.slice(0, bulkAccountsMax)}
            onChange={setSelected}
          />
        )}
        {query.data?.length !== 0 && <UserColumnNames />}
      </div>
      {!isInvalid(query.error) && (
        <AdminList
          query={query}
          isDense
          empty={t('admin.noPeople')}
          renderItem={(user) => (
            <UserEntry
              user={user}
              selection={
                canActOn(user)
                  ? {
                      isSelected: selected.some(({ id }) => id === user.id),
                      onChange: (isSelected) => {
                        const others = selected.filter(({ id }) => id !== user.id);
                        if (!isSelected) setSelected(others);
                        else if (others.length < bulkAccountsMax) setSelected([...others, user]);
                      },
                    }
                  : undefined
              }
              onShowAddress={(address) => {
                setIsFiltering(true);
                changeFilter({ address, text: '' });
              }}
            />
          )}
        />
      )}
    </>
  );
}

/** The names of the columns on wide screens. Each row repeats them for screen readers. */
function UserColumnNames() {
  return (
    <div
      aria-hidden
      className={classNames(
        'hidden gap-x-3 border-b border-line px-4 py-2 text-sm text-muted lg:grid',
        userColumns,
      )}
    >
      <span />
      <span className="w-10" />
      <span>{t('admin.account')}</span>
      <span>{t('admin.joined')}</span>
      <span>{t('admin.lastActive')}</span>
      <span />
    </div>
  );
}

/** A filter that is not valid; its field shows why. */
const isInvalid = (error: Error | null) =>
  error instanceof ApiError && error.fieldErrors.length > 0;

/** Whether the viewer can limit, freeze and suspend an account. */
function useCanActOn(): (user: AdminUser) => boolean {
  const { user: viewer } = useSession();
  const ownRole: UserRole = viewer === null ? 'member' : viewer.role;
  return (user) => {
    const role = user.role;
    return user.id !== viewer?.id && isBelow(role, ownRole) && !hasPermission(role, 'administrate');
  };
}
