import { WifiOff } from 'lucide-react';
import { t } from '../../lib/i18n/index.ts';
import { useOnline } from '../../lib/online.ts';

export function OfflineBar() {
  const isOnline = useOnline();
  return (
    <div role="status" className="fixed inset-x-0 bottom-(--bottom-bar) z-30">
      {!isOnline && (
        <p className="flex items-center justify-center gap-2 bg-ink px-4 py-2 text-sm font-medium text-inverse">
          <WifiOff size={16} aria-hidden className="shrink-0" />
          {t('shell.offline')}
        </p>
      )}
    </div>
  );
}
