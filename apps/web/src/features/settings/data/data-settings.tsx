import { preloader } from '../../../lib/preloader.ts';
import type { CurrentUser } from '@skein/contracts/users';
import { lazy, Suspense, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { locale, t } from '../../../i18n/index.ts';
import { hasFederation } from '../../../lib/instance.ts';
import { MovingSettings } from './moving-settings.tsx';
import { useExport } from './use-export.ts';
import { paths } from '../../../lib/paths.ts';
import { Setting } from '../layout/setting.tsx';
import { SettingsLink } from '../layout/settings-link.tsx';
import { SettingsRow } from '../layout/settings-row.tsx';

const megabytes = new Intl.NumberFormat(locale, {
  style: 'unit',
  unit: 'megabyte',
  minimumFractionDigits: 1,
  maximumFractionDigits: 1,
});
const bytesPerMegabyte = 1_000_000;

const loadDeleteAccountDialog = async () => ({
  default: (await import('./delete-account-dialog.tsx')).DeleteAccountDialog,
});
const DeleteAccountDialog = lazy(loadDeleteAccountDialog);

const loadImportDialog = async () => ({
  default: (await import('./import-dialog.tsx')).ImportDialog,
});
const ImportDialog = lazy(loadImportDialog);

/** Exports and imports data, or deletes the account. */
export function DataSettings({ user }: { user: CurrentUser }) {
  return (
    <>
      <Setting id="account-status">
        <SettingsRow title={t('settings.accountStatus')} text={t('settings.accountStatusText')}>
          <SettingsLink to={paths.accountStatus}>{t('settings.showAccountStatus')}</SettingsLink>
        </SettingsRow>
      </Setting>
      <Setting id="export">
        <ExportRow username={user.username} />
      </Setting>
      <Setting id="import">
        <ImportRow />
      </Setting>
      {hasFederation() && <MovingSettings followersCount={user.followersCount} />}
      <Setting id="deletion">
        <DeleteRow />
      </Setting>
    </>
  );
}

function ExportRow({ username }: { username: string }) {
  const { receivedBytes, start } = useExport(username);
  const isBusy = receivedBytes !== null;
  return (
    <SettingsRow title={t('export.title')} text={t('export.text')}>
      <div className="flex items-center gap-3">
        {isBusy && (
          <span className="text-sm text-muted tabular-nums">
            {t('export.received', { size: megabytes.format(receivedBytes / bytesPerMegabyte) })}
          </span>
        )}
        <Button variant="secondary" isBusy={isBusy} onClick={() => void start()}>
          {t(isBusy ? 'export.working' : 'export.start')}
        </Button>
      </div>
    </SettingsRow>
  );
}

function ImportRow() {
  const [isOpen, setIsOpen] = useState(false);
  const [wasOpened, setWasOpened] = useState(false);
  const open = () => {
    setIsOpen(true);
    setWasOpened(true);
  };
  return (
    <SettingsRow title={t('imports.title')} text={t('imports.text')}>
      <Button variant="secondary" onPointerEnter={preloader(loadImportDialog)} onClick={open}>
        {t('imports.open')}
      </Button>
      {wasOpened && (
        <Suspense>
          <ImportDialog isOpen={isOpen} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </SettingsRow>
  );
}

function DeleteRow() {
  const [isOpen, setIsOpen] = useState(false);
  const [wasOpened, setWasOpened] = useState(false);
  const open = () => {
    setIsOpen(true);
    setWasOpened(true);
  };
  return (
    <SettingsRow title={t('deletion.title')} text={t('deletion.text')}>
      <Button
        variant="dangerOutline"
        onPointerEnter={preloader(loadDeleteAccountDialog)}
        onClick={open}
      >
        {t('deletion.start')}
      </Button>
      {wasOpened && (
        <Suspense>
          <DeleteAccountDialog isOpen={isOpen} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </SettingsRow>
  );
}
