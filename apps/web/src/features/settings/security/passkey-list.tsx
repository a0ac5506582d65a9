import { preloader } from '../../../lib/preloader.ts';
import type { Passkey } from '@skein/contracts/auth';
import { useQuery } from '@tanstack/react-query';
import KeyRound from 'lucide-react/icons/key-round';
import { lazy, Suspense, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { t } from '../../../i18n/index.ts';
import { describePasskeyObstacle } from '../../auth/sign-in/passkey-address.ts';
import { passkeysQuery } from './passkeys.queries.ts';
import { formatTimeAgo } from '../layout/time-ago.ts';
import type { PasskeyChange } from './passkey-dialog.tsx';
import { SettingsList } from '../layout/settings-list.tsx';

const loadPasskeyDialog = async () => ({
  default: (await import('./passkey-dialog.tsx')).PasskeyDialog,
});
const PasskeyDialog = lazy(loadPasskeyDialog);

/** The viewer's passkeys, with buttons to change them. */
export function PasskeyList() {
  const query = useQuery(passkeysQuery);
  const obstacle = describePasskeyObstacle();
  const [change, setChange] = useState<PasskeyChange>({ kind: 'add' });
  const [isOpen, setIsOpen] = useState(false);
  const [openedCount, setOpenedCount] = useState(0);
  const open = (selected: PasskeyChange) => {
    setChange(selected);
    setIsOpen(true);
    setOpenedCount(openedCount + 1);
  };
  return (
    <SettingsList
      title={t('security.passkeys')}
      text={t('security.passkeysText')}
      error={t('security.passkeysError')}
      query={query}
    >
      <ul className="divide-y divide-line empty:hidden">
        {query.data?.map((passkey) => (
          <PasskeyRow key={passkey.id} passkey={passkey} onChange={open} />
        ))}
      </ul>
      {obstacle === null ? (
        <Button
          variant="secondary"
          className="mt-3"
          onPointerEnter={preloader(loadPasskeyDialog)}
          onClick={() => open({ kind: 'add' })}
        >
          {t('security.passkeys.add')}
        </Button>
      ) : (
        <p className="mt-3 text-sm text-muted">{obstacle}</p>
      )}
      {openedCount > 0 && (
        <Suspense>
          <PasskeyDialog
            key={openedCount}
            change={change}
            isOpen={isOpen}
            onClose={() => setIsOpen(false)}
          />
        </Suspense>
      )}
    </SettingsList>
  );
}

interface PasskeyRowProps {
  passkey: Passkey;
  onChange: (change: PasskeyChange) => void;
}

function PasskeyRow({ passkey, onChange }: PasskeyRowProps) {
  const { name, createdAt, lastUsedAt } = passkey;
  return (
    <li className="flex flex-wrap items-center gap-3 py-3">
      <KeyRound size="1.25rem" className="shrink-0 text-muted" aria-hidden />
      <div className="min-w-0 grow">
        <p className="font-medium wrap-anywhere">{name}</p>
        <p className="text-sm text-muted">
          {t(lastUsedAt === null ? 'security.passkeys.added' : 'security.passkeys.lastUsed')}{' '}
          <RelativeTime time={lastUsedAt ?? createdAt} format={formatTimeAgo} />
        </p>
      </div>
      <div className="flex gap-2">
        {(['rename', 'remove'] as const).map((kind) => (
          <Button
            key={kind}
            size="sm"
            variant="secondary"
            aria-label={t(`security.passkeys.${kind}Named`, { name })}
            onClick={() => onChange({ kind, passkey })}
          >
            {t(`security.passkeys.${kind}`)}
          </Button>
        ))}
      </div>
    </li>
  );
}
