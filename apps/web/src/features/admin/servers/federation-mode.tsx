import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { t } from '../../../i18n/index.ts';
import { Switch } from '../../../ui/switch.tsx';
import { useSetFederationMode } from './servers.mutation.ts';
import { federationModeQuery } from './servers.queries.ts';

const ConfirmDialog = lazy(async () => ({
  default: (await import('../../../ui/confirm-dialog.tsx')).ConfirmDialog,
}));

/** Whether servers without a decision are treated as suspended. Asks before it hides accounts. */
export function FederationMode() {
  const { data } = useQuery(federationModeQuery);
  const [isAsking, setIsAsking] = useState(false);
  const mode = useSetFederationMode();
  if (data === undefined) return null;
  const { allowsOnlyListed, undecided } = data;
  return (
    <div className="border-b border-line p-4">
      <Switch
        label={t('admin.servers.onlyListed')}
        hint={t('admin.servers.onlyListedHint')}
        checked={mode.isPending ? mode.variables : allowsOnlyListed}
        onChange={({ target }) => {
          if (target.checked) setIsAsking(true);
          else mode.mutate(false);
        }}
      />
      {isAsking && (
        <Suspense>
          <ConfirmDialog
            isOpen
            isDangerous
            title={t('admin.servers.onlyListedTitle')}
            text={t('admin.servers.onlyListedText', {
              servers: undecided.serversCount,
              users: undecided.usersCount,
            })}
            confirmLabel={t('admin.servers.onlyListedConfirm')}
            onConfirm={() => {
              setIsAsking(false);
              mode.mutate(true);
            }}
            onCancel={() => setIsAsking(false)}
          />
        </Suspense>
      )}
    </div>
  );
}
