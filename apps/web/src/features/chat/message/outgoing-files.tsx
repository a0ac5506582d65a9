import X from 'lucide-react/icons/x';
import { AttachmentPreview } from '../../composer/attachments/attachment-preview.tsx';
import { uploadProgressByFile } from '../../composer/attachments/upload-progress.ts';
import { classNames } from '../../../lib/class-names.ts';
import { t } from '../../../i18n/index.ts';
import type { Attachment } from '../model/conversation-state.ts';
import { Tooltip } from '../../../ui/tooltip.tsx';

interface OutgoingFilesProps {
  attachments: readonly Attachment[];
  /** The uploaded fraction of all files, from 0 to 1. */
  progress: number;
  onCancel: () => void;
}

/** The files of a message that is being sent, with their progress and a cancel button. */
export function OutgoingFiles({ attachments, progress, onCancel }: OutgoingFilesProps) {
  const progressByFile = uploadProgressByFile(
    attachments.map(({ file }) => file.size),
    progress,
  );
  const [first, ...more] = attachments;
  const isUploaded = attachments.every(({ mediaUrl }) => mediaUrl !== null);
  const label =
    first && more.length === 0
      ? t('chat.cancelUpload', { name: first.file.name })
      : t('chat.cancelUploads', { count: attachments.length });
  return (
    <div className="relative">
      <ul
        className={classNames(
          'max-w-full overflow-hidden rounded-lg',
          more.length === 0
            ? classNames('w-64', first?.kind === 'audio' ? 'h-14' : 'h-48')
            : 'grid w-72 grid-cols-2 gap-0.5',
        )}
      >
        {attachments.map((attachment, index) => (
          <li
            key={attachment.id}
            className={classNames(
              'relative overflow-hidden bg-sunken',
              more.length === 0 ? 'size-full' : 'aspect-16/10',
            )}
          >
            <AttachmentPreview attachment={attachment} onBroken={() => undefined} />
            <UploadBar name={attachment.file.name} progress={progressByFile[index] ?? 0} />
          </li>
        ))}
      </ul>
      {!isUploaded && (
        <Tooltip text={t('common.cancel')}>
          <button
            type="button"
            aria-label={label}
            onClick={onCancel}
            className="absolute inset-0 m-auto grid size-11 place-items-center rounded-full bg-overlay text-on-overlay"
          >
            <X aria-hidden className="size-5" />
          </button>
        </Tooltip>
      )}
    </div>
  );
}

function UploadBar({ name, progress }: { name: string; progress: number }) {
  const percent = Math.round(progress * 100);
  return (
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
  );
}
