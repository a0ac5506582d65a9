import { useQueryClient } from '@tanstack/react-query';
import Ban from 'lucide-react/icons/ban';
import VolumeX from 'lucide-react/icons/volume-x';
import type { LucideIcon } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { t } from '../../../i18n/index.ts';
import { useBlock, useMute } from '../../relationships/block-and-mute.mutation.ts';
import { threadKeys } from '../../threads/cache/thread-keys.ts';
import type { ReportRequest } from '../../../lib/dialogs.tsx';

interface ReportConfirmationProps {
  request: ReportRequest;
  onClose: () => void;
}

/** Confirms a report, and offers to mute or block the author. */
export function ReportConfirmation({ request, onClose }: ReportConfirmationProps) {
  const { name } = request;
  const client = useQueryClient();
  const done = () => {
    // Thread lists contain threads of the muted or blocked user.
    void client.invalidateQueries({ queryKey: threadKeys.all });
    onClose();
  };
  const id = 'authorId' in request ? request.authorId : request.targetId;
  const mute = useMute({ id, name }, done);
  const block = useBlock({ id, name }, done);
  const isBusy = mute.isPending || block.isPending;
  const text = useRef<HTMLParagraphElement>(null);
  // The form that had the focus has been removed.
  useEffect(() => text.current?.focus(), []);
  return (
    <div className="flex flex-col gap-3 p-4">
      <p ref={text} tabIndex={-1} className="outline-none">
        {t('report.doneText')}
      </p>
      {request.targetType !== 'group' && (
        <>
          <p className="mt-2 font-medium">{t('report.meanwhile', { name })}</p>
          <ActionButton
            icon={VolumeX}
            label={t('userMenu.mute', { name })}
            text={t('report.muteText')}
            isDisabled={isBusy}
            onClick={() => mute.mutate(true)}
          />
          <ActionButton
            icon={Ban}
            label={t('userMenu.block', { name })}
            text={t('report.blockText')}
            isDisabled={isBusy}
            onClick={() => block.mutate(true)}
          />
        </>
      )}
    </div>
  );
}

interface ActionButtonProps {
  icon: LucideIcon;
  label: string;
  text: string;
  isDisabled: boolean;
  onClick: () => void;
}

function ActionButton({ icon: Icon, label, text, isDisabled, onClick }: ActionButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      disabled={isDisabled}
      onClick={onClick}
      className="flex items-start gap-3 rounded-md border border-line p-3 text-left transition-colors hover:bg-hover active:bg-pressed disabled:opacity-50"
    >
      <Icon size="1.25rem" className="mt-0.5 shrink-0 text-muted" aria-hidden />
      <span className="min-w-0">
        <span className="block font-medium wrap-anywhere">{label}</span>
        <span className="block text-sm text-muted">{text}</span>
      </span>
    </button>
  );
}
