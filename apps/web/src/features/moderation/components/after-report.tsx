import { useQueryClient } from '@tanstack/react-query';
import { Ban, VolumeX } from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { t } from '../../../i18n/index.ts';
import type { ReportRequest } from '../../../lib/report-request.ts';
import { useBlock, useMute } from '../../relationships/api/block-and-mute.mutation.ts';
import { threadKeys } from '../../threads/cache/thread-keys.ts';

interface AfterReportProps {
  request: ReportRequest;
  onClose: () => void;
}

/** That a report was sent, and what one can do oneself meanwhile. */
export function AfterReport({ request, onClose }: AfterReportProps) {
  const { name } = request;
  const client = useQueryClient();
  const done = () => {
    // Lists hold what one no longer wants to see.
    void client.invalidateQueries({ queryKey: threadKeys.all });
    onClose();
  };
  const id = request.targetType === 'user' ? request.targetId : request.authorId;
  const mute = useMute({ id, name }, done);
  const block = useBlock({ id, name }, done);
  const isBusy = mute.isPending || block.isPending;
  const text = useRef<HTMLParagraphElement>(null);
  // The form that had the focus is gone.
  useEffect(() => text.current?.focus(), []);
  return (
    <div className="flex flex-col gap-3 p-4">
      <p ref={text} tabIndex={-1} className="outline-none">
        {t('report.doneText')}
      </p>
      <p className="mt-2 font-medium">{t('report.meanwhile', { name })}</p>
      <Offer
        icon={VolumeX}
        label={t('people.mute', { name })}
        text={t('report.muteText')}
        isDisabled={isBusy}
        onClick={() => mute.mutate(true)}
      />
      <Offer
        icon={Ban}
        label={t('people.block', { name })}
        text={t('report.blockText')}
        isDisabled={isBusy}
        onClick={() => block.mutate(true)}
      />
    </div>
  );
}

interface OfferProps {
  icon: LucideIcon;
  label: string;
  text: string;
  isDisabled: boolean;
  onClick: () => void;
}

function Offer({ icon: Icon, label, text, isDisabled, onClick }: OfferProps) {
  return (
    <button
      type="button"
      aria-label={label}
      disabled={isDisabled}
      onClick={onClick}
      className="flex items-start gap-3 rounded-md border border-line p-3 text-left transition-colors hover:bg-hover active:bg-pressed disabled:opacity-50"
    >
      <Icon size={20} className="mt-0.5 shrink-0 text-muted" aria-hidden />
      <span className="min-w-0">
        <span className="block font-medium wrap-anywhere">{label}</span>
        <span className="block text-sm text-muted">{text}</span>
      </span>
    </button>
  );
}
