import WifiOff from 'lucide-react/icons/wifi-off';
import { t } from '../../i18n/index.ts';
import { useOnline } from '../../lib/use-online.ts';

/** Shows that the browser is offline: across the window on phones, otherwise in the content column. */
export function OfflineBar() {
  const isOnline = useOnline();
  return (
    <div
      role="status"
      className="pointer-events-none fixed inset-x-0 top-(--notice-top) bottom-(--notice-bottom) z-30"
    >
      {!isOnline && (
        <p className="flex items-center justify-center gap-2 bg-ink px-4 py-2 text-sm font-medium text-inverse sm:mx-auto sm:mb-4 sm:w-fit sm:rounded-full">
          <WifiOff size="1rem" aria-hidden className="shrink-0" />
          {t('shell.offline')}
        </p>
      )}
    </div>
  );
}
