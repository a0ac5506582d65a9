import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { SubmitEvent } from 'react';
import { t } from '../../../i18n/index.ts';
import { firstClick } from '../../../lib/first-click.ts';
import { hasFederation } from '../../../lib/instance.ts';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { useBlockServer } from '../../relationships/server-blocks.mutation.ts';
import { blockedServersQuery } from '../../relationships/server-blocks.queries.ts';
import { threadKeys } from '../../threads/cache/thread-keys.ts';
import { SettingsList } from '../layout/settings-list.tsx';

const domainMaxLength = 253;

/** The servers that the viewer has blocked, and a field that blocks another one. */
export function BlockedServers() {
  return hasFederation() ? <ServerList /> : null;
}

function ServerList() {
  const query = useQuery(blockedServersQuery);
  const isEmpty = query.data?.length === 0;
  return (
    <SettingsList
      title={t('restrictions.servers')}
      text={t(isEmpty ? 'restrictions.noServers' : 'restrictions.serversText')}
      error={t('connections.error')}
      query={query}
    >
      <ul>
        {query.data?.map(({ domain }) => (
          <li
            key={domain}
            className="flex items-center justify-between gap-3 border-b border-line py-3 last:border-b-0"
          >
            <span className="min-w-0 wrap-anywhere">{domain}</span>
            <UnblockButton domain={domain} />
          </li>
        ))}
      </ul>
      <BlockForm />
    </SettingsList>
  );
}

function UnblockButton({ domain }: { domain: string }) {
  const unblock = useBlockServer(useThreadInvalidation());
  return (
    <Button
      size="sm"
      variant="secondary"
      aria-label={t('userMenu.unblock', { name: domain })}
      isBusy={unblock.isPending}
      onClick={firstClick(() => unblock.mutate({ domain, isBlocked: false }))}
    >
      {t('restrictions.unblock')}
    </Button>
  );
}

function BlockForm() {
  const [domain, setDomain] = useState('');
  const block = useBlockServer(useThreadInvalidation());
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const change = { domain: domain.trim(), isBlocked: true };
    if (change.domain === '' || block.isPending) return;
    block.mutate(change, { onSuccess: () => setDomain('') });
  };
  return (
    <form noValidate onSubmit={submit} className="mt-3 flex flex-wrap items-end gap-3">
      <div className="grow">
        <TextField
          label={t('restrictions.serverDomain')}
          inputMode="url"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={domainMaxLength}
          value={domain}
          onChange={({ target }) => setDomain(target.value)}
        />
      </div>
      <Button type="submit" variant="secondary" isBusy={block.isPending}>
        {t('restrictions.blockServer')}
      </Button>
    </form>
  );
}

/** Thread lists still have the threads of a blocked server, or lack the threads of an unblocked one. */
function useThreadInvalidation() {
  const client = useQueryClient();
  return () => void client.invalidateQueries({ queryKey: threadKeys.all });
}
