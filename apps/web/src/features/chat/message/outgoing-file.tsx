import X from 'lucide-react/icons/x';
import { AttachmentPreview } from '../../composer/attachments/attachment-preview.tsx';
import { t } from '../../../i18n/index.ts';
import type { Attachment } from '../model/conversation-state.ts';

interface OutgoingFileProps {
  attachment: Attachment;
  /** From 0 to 1. */
  progress: number;
  onCancel: () => void;
}

/** A file that is being uploaded, with its progress and a cancel button. */
export function OutgoingFile({ attachment, progress, onCancel }: OutgoingFileProps) {
  const { name } = attachment.file;
  const percent = Math.round(progress * 100);
  const isUploaded = attachment.mediaUrl !== null;
  return (
    <div className="relative h-48 w-64 max-w-full overflow-hidden rounded-lg bg-sunken">
      <AttachmentPreview attachment={attachment} onBroken={() => undefined} />
      <div
        role="progressbar"
        aria-label={t('chat.uploading', { name })}
        aria-valuenow={percent}
        className="absolute inset-0 bg-overlay/60"
      >
        <div
          className="absolute bottom-0 left-0 h-1.5 bg-accent transition-[width]"
          style={{ width: `${percent}%` }}
        />
      </div>
      {!isUploaded && (
        <button
          type="button"
          aria-label={t('chat.cancelUpload', { name })}
          data-tooltip={t('common.cancel')}
          onClick={onCancel}
          className="absolute inset-0 m-auto grid size-11 place-items-center rounded-full bg-overlay text-on-overlay"
        >
          <X aria-hidden className="size-5" />
        </button>
      )}
    </div>
  );
}
