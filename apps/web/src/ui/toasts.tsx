import { Toast } from '@base-ui/react/toast';
import { toastDurationMs } from '@skein/contracts/limits';
import CircleAlert from 'lucide-react/icons/circle-exclamation-point';
import CircleCheck from 'lucide-react/icons/circle-check';
import Info from 'lucide-react/icons/info';
import TriangleAlert from 'lucide-react/icons/triangle-exclamation-point';
import X from 'lucide-react/icons/x';
import { useEffect } from 'react';
import { classNames } from '../lib/class-names.ts';
import { t } from '../i18n/index.ts';
import { toastManager } from '../lib/toast.ts';
import type { ToastType } from '../lib/toast.ts';

const looks = {
  success: { icon: CircleCheck, colour: 'text-success', bar: 'bg-success' },
  error: { icon: CircleAlert, colour: 'text-danger', bar: 'bg-danger' },
  warning: { icon: TriangleAlert, colour: 'text-warning', bar: 'bg-warning' },
  info: { icon: Info, colour: 'text-info', bar: 'bg-info' },
} as const;

const gapPx = 8;

/**
 * Shows the toasts of lib/toast, without covering the close button of a dialog. On phones, its
 * content begins below them.
 */
export function Toasts() {
  return (
    <Toast.Provider toastManager={toastManager} timeout={toastDurationMs} limit={Infinity}>
      <Toast.Portal>
        <Toast.Viewport
          aria-label={t('app.notices')}
          aria-relevant="additions"
          // A toast that appears under a resting pointer closes by itself. Moving the pointer pauses it.
          onMouseEnter={(event) => event.preventBaseUIHandler()}
          className="toasts pointer-events-none fixed inset-x-3 top-[calc(8vh+4rem)] z-60 ml-auto max-w-80 max-sm:top-16 xl:top-3 print:hidden"
        >
          <ToastList />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  );
}

function ToastList() {
  const { toasts } = Toast.useToastManager();
  useReservedHeight(toasts.reduce((sum, { height = 0 }) => sum + height + gapPx, 0));
  return toasts.map((toast) => <ToastCard key={toast.id} toast={toast} />);
}

/** Sets the height that dialogs leave free on phones. */
function useReservedHeight(heightPx: number): void {
  useEffect(() => {
    const { style } = document.documentElement;
    style.setProperty('--toasts-height', `${heightPx}px`);
    return () => void style.removeProperty('--toasts-height');
  }, [heightPx]);
}

function ToastCard({ toast }: { toast: Toast.Root.ToastObject }) {
  const { icon: Icon, colour, bar } = looks[toast.type as ToastType];
  return (
    <Toast.Root
      toast={toast}
      swipeDirection={['right', 'up']}
      // Base UI's `dialog` would be announced like a dialog of the page.
      role={toast.type === 'error' ? 'alert' : 'group'}
      aria-modal={undefined}
      className="pointer-events-auto absolute inset-x-0 top-0 flex translate-x-(--toast-swipe-movement-x) translate-y-[calc(var(--toast-offset-y)+var(--toast-index)*0.5rem+var(--toast-swipe-movement-y))] gap-3 overflow-hidden rounded-md bg-raised py-3 pr-2 pl-4 shadow-raised transition-[translate,opacity] duration-180 data-ending-style:opacity-0 data-starting-style:translate-x-3 data-starting-style:opacity-0"
    >
      <span aria-hidden className={classNames('absolute inset-y-0 left-0 w-1', bar)} />
      <Icon size="1.25rem" aria-hidden className={classNames('mt-px shrink-0', colour)} />
      <Toast.Content className="min-w-0 grow">
        <Toast.Title render={<p />} className="font-semibold" />
        <Toast.Description className="text-muted" />
        <Toast.Action className="finger mt-1 min-h-6 rounded-sm font-medium text-accent hover:underline" />
      </Toast.Content>
      <Toast.Close
        aria-label={t('app.closeNotice')}
        // The list is always expanded, so that screen readers find the button.
        aria-hidden={false}
        className="finger -mt-1 inline-flex size-8 shrink-0 items-center justify-center rounded-full text-muted hover:bg-hover hover:text-ink"
      >
        <X size="1rem" aria-hidden />
      </Toast.Close>
    </Toast.Root>
  );
}
