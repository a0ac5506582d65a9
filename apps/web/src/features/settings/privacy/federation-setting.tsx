import type { CurrentUser } from '@skein/contracts/users';
import { useState, lazy, Suspense } from 'react';
import { t } from '../../../i18n/index.ts';
import { hasFederation } from '../../../lib/instance.ts';
import { Switch } from '../../../ui/switch.tsx';
import { useSaveSetting } from '../layout/save-setting.mutation.ts';

const ConfirmDialog = lazy(async () => ({
  default: (await import('../../../ui/confirm-dialog.tsx')).ConfirmDialog,
}));

/** Whether users of other servers find the account, and what leaves this server. Asks before follows end. */
export function FederationSetting({ user }: { user: CurrentUser }) {
  const { mutate, isPending, variables } = useSaveSetting('isFederated');
  const [isAsking, setIsAsking] = useState(false);
  if (!hasFederation()) return null;
  return (
    <>
      <Switch
        label={t('profile.isFederated')}
        hint={t('profile.isFederatedHint')}
        checked={isPending ? variables : user.isFederated}
        onChange={({ target }) => {
          if (target.checked) mutate(true);
          else setIsAsking(true);
        }}
      />
      <p className="mt-3 text-sm whitespace-pre-line text-muted">{t('profile.federatedData')}</p>
      {isAsking && (
        <Suspense>
          <ConfirmDialog
            isOpen
            isDangerous
            title={t('profile.disconnectTitle')}
            text={t('profile.disconnectText')}
            confirmLabel={t('profile.disconnect')}
            onConfirm={() => {
              setIsAsking(false);
              mutate(false);
            }}
            onCancel={() => setIsAsking(false)}
          />
        </Suspense>
      )}
    </>
  );
}
