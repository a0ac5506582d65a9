import { Dialog as BaseDialog } from '@base-ui/react/dialog';
import X from 'lucide-react/icons/x';
import type { ComponentProps, ReactNode } from 'react';
import { useCloseOnBack } from '../lib/history-layers.tsx';
import { t } from '../i18n/index.ts';
import { IconButton } from './icon-button.tsx';

interface DialogProps {
  isOpen: boolean;
  /** Called for the close button, Escape, a click outside and the browser's Back. The dialog closes once `isOpen` is false. */
  onClose: () => void;
  title: string;
  children: ReactNode;
  /** A button in the header. */
  action?: ReactNode;
  /** Shown below the scrollable content. */
  footer?: ReactNode;
  /** The element with the initial focus. By default the first focusable one. */
  initialFocus?: ComponentProps<typeof BaseDialog.Popup>['initialFocus'];
}

/**
 * A modal dialog, full screen on phones. Traps the focus and restores it when it closes. Load it
 * lazily, because the dialog library is large.
 */
export function Dialog(props: DialogProps) {
  const { isOpen, onClose, title, children, action, footer, initialFocus } = props;
  useCloseOnBack(isOpen, onClose);
  return (
    <BaseDialog.Root open={isOpen} onOpenChange={(open) => !open && onClose()}>
      <BaseDialog.Portal>
        {/* Also above another dialog, which has a backdrop already. */}
        <BaseDialog.Backdrop forceRender className="scrim z-40" />
        <BaseDialog.Popup
          initialFocus={initialFocus}
          className="fixed inset-0 z-40 flex flex-col bg-raised outline-none transition data-ending-style:translate-y-2 data-ending-style:opacity-0 data-starting-style:translate-y-2 data-starting-style:opacity-0 sm:inset-x-0 sm:top-[8vh] sm:bottom-auto sm:mx-auto sm:max-h-[84vh] sm:w-full sm:max-w-dialog sm:rounded-lg sm:shadow-raised"
        >
          <header className="flex min-h-14 shrink-0 items-center gap-2 border-b border-line py-1 pr-2 pl-4">
            <BaseDialog.Title className="line-clamp-2 min-w-0 grow text-lg leading-snug font-semibold wrap-anywhere">
              {title}
            </BaseDialog.Title>
            {action}
            <BaseDialog.Close render={<IconButton icon={X} label={t('common.close')} />} />
          </header>
          <div className="min-h-0 grow overflow-y-auto overscroll-contain transition-[margin] max-sm:mt-(--toasts-height,0px)">
            {children}
          </div>
          {footer !== undefined && (
            <div className="shrink-0 border-t border-line px-4 py-3">{footer}</div>
          )}
        </BaseDialog.Popup>
      </BaseDialog.Portal>
    </BaseDialog.Root>
  );
}
