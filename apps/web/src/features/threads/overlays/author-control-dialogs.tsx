import { useRef, useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import AtSign from 'lucide-react/icons/at-sign';
import Globe from 'lucide-react/icons/globe';
import UserCheck from 'lucide-react/icons/user-check';
import Users from 'lucide-react/icons/users';
import type { LucideIcon } from 'lucide-react';
import { replyPermissions } from '@skein/contracts/constants';
import type { ReplyPermission } from '@skein/contracts/threads';
import { Button } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { t } from '../../../i18n/index.ts';
import { changeReplyPermission, detachFromQuote, setPinned } from './author-control.mutation.ts';
import type { DialogOverlay } from './card-overlay.ts';

interface OverlayDialogProps {
  overlay: DialogOverlay;
  isOpen: boolean;
  onClose: () => void;
}

/** Confirms that a thread replaces the one that is pinned. */
export function ReplacePinDialog({ overlay, isOpen, onClose }: OverlayDialogProps) {
  const client = useQueryClient();
  return (
    <ConfirmDialog
      isOpen={isOpen}
      title={t('control.replacePinTitle')}
      text={t('control.replacePinText')}
      confirmLabel={t('control.replacePin')}
      onCancel={onClose}
      onConfirm={() => {
        onClose();
        void setPinned(client, overlay.thread, true);
      }}
    />
  );
}

/** Confirms that the viewer's thread is removed from a quote. */
export function DetachQuoteDialog({ overlay, isOpen, onClose }: OverlayDialogProps) {
  const client = useQueryClient();
  return (
    <ConfirmDialog
      isOpen={isOpen}
      title={t('control.detachTitle')}
      text={t('control.detachText')}
      confirmLabel={t('control.detachConfirm')}
      isDangerous
      onCancel={onClose}
      onConfirm={() => {
        onClose();
        void detachFromQuote(client, overlay.thread);
      }}
    />
  );
}

const icons: Record<ReplyPermission, LucideIcon> = {
  ANYONE: Globe,
  FOLLOWERS: Users,
  FOLLOWING: UserCheck,
  MENTIONED_ONLY: AtSign,
};

/** Changes who can reply to and quote a published thread. */
export function ReplyPermissionDialog({ overlay, isOpen, onClose }: OverlayDialogProps) {
  const client = useQueryClient();
  const { thread } = overlay;
  const [selected, setSelected] = useState(thread.replyPermission);
  const selectedRef = useRef<HTMLInputElement>(null);
  const save = () => {
    onClose();
    if (selected !== thread.replyPermission) void changeReplyPermission(client, thread, selected);
  };
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={t('control.audience')}
      initialFocus={selectedRef}
      footer={
        <div className="flex justify-end gap-2">
          <Button variant="secondary" onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button onClick={save}>{t('control.saveAudience')}</Button>
        </div>
      }
    >
      <fieldset className="flex flex-col p-2">
        <legend className="sr-only">{t('control.audience')}</legend>
        {replyPermissions.map((permission) => {
          const Icon = icons[permission];
          return (
            <label
              key={permission}
              className="flex min-h-12 items-center gap-3 rounded-lg px-2.5 hover:bg-hover"
            >
              <Icon aria-hidden className="size-5 shrink-0 text-muted" />
              <span className="grow">{t(`control.audience.${permission}`)}</span>
              <input
                ref={permission === selected ? selectedRef : undefined}
                type="radio"
                name="audience"
                checked={permission === selected}
                onChange={() => setSelected(permission)}
                className="size-4.5 shrink-0 accent-accent"
              />
            </label>
          );
        })}
        <p className="px-2.5 py-2 text-sm text-muted">
          {t(thread.threadLevel > 0 ? 'control.audienceReplyHint' : 'control.audienceHint')}
        </p>
      </fieldset>
    </Dialog>
  );
}
