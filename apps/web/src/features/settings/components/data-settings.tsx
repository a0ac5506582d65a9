import type { CurrentUser } from '@skein/contracts/users';
import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { lazyComponent } from '../../../lib/lazy-component.tsx';
import { locale, t } from '../../../i18n/index.ts';
import { useExport } from '../model/use-export.ts';
import { paths } from '../../../lib/paths.ts';
import { SettingsLink } from './settings-link.tsx';
import { SettingsRow } from './settings-row.tsx';

const megabytes = new Intl.NumberFormat(locale, {
  style: 'unit',
  unit: 'megabyte',
  minimumFractionDigits: 1,
  maximumFractionDigits: 1,
});
const bytesPerMegabyte = 1_000_000;

const DeleteAccountDialog = lazyComponent(
  async () => (await import('./delete-account-dialog.tsx')).DeleteAccountDialog,
);

const ImportDialog = lazyComponent(async () => (await import('./import-dialog.tsx')).ImportDialog);

/** Exports and imports data, or deletes the account. */
export function DataSettings({ user }: { user: CurrentUser }) {
  return (
    <>
      <SettingsRow title={t('settings.accountStatus')} text={t('settings.accountStatusText')}>
        <SettingsLink to={paths.accountStatus}>{t('settings.showAccountStatus')}</SettingsLink>
      </SettingsRow>
      <ExportRow username={user.username} />
      <ImportRow />
      <DeleteRow />
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
      <Button variant="secondary" onPointerEnter={ImportDialog.preload} onClick={open}>
        {t('imports.open')}
      </Button>
      {wasOpened && <ImportDialog isOpen={isOpen} onClose={() => setIsOpen(false)} />}
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
      <Button variant="danger" onPointerEnter={DeleteAccountDialog.preload} onClick={open}>
        {t('deletion.start')}
      </Button>
      {wasOpened && <DeleteAccountDialog isOpen={isOpen} onClose={() => setIsOpen(false)} />}
    </SettingsRow>
  );
}
