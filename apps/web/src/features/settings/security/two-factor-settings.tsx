import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { preloader } from '../../../lib/preloader.ts';
import { Button } from '../../../ui/button.tsx';
import { t } from '../../../i18n/index.ts';
import { twoFactorQuery } from './two-factor.queries.ts';
import { SettingsList } from '../layout/settings-list.tsx';
import type { TwoFactorChange } from './two-factor-dialog.tsx';

const loadTwoFactorDialog = async () => ({
  default: (await import('./two-factor-dialog.tsx')).TwoFactorDialog,
});
const TwoFactorDialog = lazy(loadTwoFactorDialog);

/** The state of two-factor authentication, with buttons to change it. */
export function TwoFactorSettings() {
  const query = useQuery(twoFactorQuery);
  const [change, setChange] = useState<TwoFactorChange>('setUp');
  const [isOpen, setIsOpen] = useState(false);
  const [openedCount, setOpenedCount] = useState(0);
  const open = (selected: TwoFactorChange) => {
    setChange(selected);
    setIsOpen(true);
    setOpenedCount(openedCount + 1);
  };
  const button = (selected: TwoFactorChange) => (
    <Button
      variant="secondary"
      onPointerEnter={preloader(loadTwoFactorDialog)}
      onClick={() => open(selected)}
    >
      {t(`security.${selected}`)}
    </Button>
  );
  const { isEnabled = false, recoveryCodesLeft = 0 } = query.data ?? {};
  return (
    <SettingsList
      title={t('security.twoFactor')}
      text={t('security.twoFactorText')}
      error={t('security.twoFactorError')}
      query={query}
    >
      {isEnabled && (
        <p className="mt-3 font-medium">{t('security.on', { count: recoveryCodesLeft })}</p>
      )}
      <div className="mt-3 flex flex-wrap gap-2">
        {isEnabled ? (
          <>
            {button('replaceCodes')}
            {button('turnOff')}
          </>
        ) : (
          button('setUp')
        )}
      </div>
      {openedCount > 0 && (
        <Suspense>
          <TwoFactorDialog
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
