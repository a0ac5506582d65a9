import { serverPolicies } from '@skein/contracts/administration';
import { useInfiniteQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { classNames } from '../../../lib/class-names.ts';
import { useDebounced } from '../../../lib/use-debounced.ts';
import { t } from '../../../i18n/index.ts';
import { Button } from '../../../ui/button.tsx';
import { AdminList } from '../shared/admin-list.tsx';
import { FederationMode } from './federation-mode.tsx';
import { ServerListButtons } from './server-list-buttons.tsx';
import { ServerEntry, serverColumns } from './server-entry.tsx';
import { serversQuery } from './servers.queries.ts';
import type { ServerFilter } from './servers.queries.ts';

const searchDelayMs = 300;

const ServerDialog = lazy(async () => ({
  default: (await import('./server-dialog.tsx')).ServerDialog,
}));

/** Lists the servers of the network, and decides how to deal with them. */
export function AdminServers() {
  const [text, setText] = useState('');
  const [policy, setPolicy] = useState<ServerFilter['policy']>('');
  const [isAdding, setIsAdding] = useState(false);
  const q = useDebounced(text.trim(), searchDelayMs);
  const query = useInfiniteQuery(serversQuery({ q, policy }));
  const isFiltered = q !== '' || policy !== '';
  return (
    <>
      <FederationMode />
      <div className="flex flex-wrap items-center gap-3 border-b border-line p-3">
        <input
          type="search"
          value={text}
          onChange={({ target }) => setText(target.value)}
          aria-label={t('admin.servers.search')}
          placeholder={t('admin.servers.search')}
          maxLength={100}
          className="h-10 min-w-0 grow basis-48 rounded-full border border-field bg-canvas px-4 focus:border-accent focus:outline-1 focus:-outline-offset-2 focus:outline-accent"
        />
        <select
          aria-label={t('admin.servers.policy')}
          value={policy}
          onChange={({ target }) =>
            setPolicy(serverPolicies.find((each) => each === target.value) ?? '')
          }
          className="h-10 min-w-0 grow rounded-full border border-field bg-canvas px-3 sm:grow-0"
        >
          <option value="">{t('admin.servers.allPolicies')}</option>
          {serverPolicies.map((each) => (
            <option key={each} value={each}>
              {t(`admin.servers.policy.${each}`)}
            </option>
          ))}
        </select>
        <Button variant="secondary" onClick={() => setIsAdding(true)}>
          {t('admin.servers.add')}
        </Button>
        <ServerListButtons />
      </div>
      {query.data !== undefined && query.data.length > 0 && <ColumnNames />}
      <AdminList
        query={query}
        isDense
        empty={t(isFiltered ? 'admin.servers.noMatches' : 'admin.servers.empty')}
        renderItem={(server) => <ServerEntry server={server} />}
      />
      {isAdding && (
        <Suspense>
          <ServerDialog server={null} onClose={() => setIsAdding(false)} />
        </Suspense>
      )}
    </>
  );
}

/** The names of the columns on wide screens. Each row repeats them for screen readers. */
function ColumnNames() {
  return (
    <div
      aria-hidden
      className={classNames(
        'hidden gap-x-3 border-b border-line px-4 py-2 text-sm text-muted lg:grid',
        serverColumns,
      )}
    >
      <span>{t('admin.servers.server')}</span>
      <span className="text-end">{t('admin.servers.users')}</span>
      <span className="text-end">{t('admin.servers.threads')}</span>
      <span className="text-end">{t('admin.servers.waiting')}</span>
      <span className="text-end">{t('admin.servers.lastSuccess')}</span>
      <span />
    </div>
  );
}
