import X from 'lucide-react/icons/x';
import { altTextMaxLength } from '@skein/contracts/limits';
import { AttachmentPreview } from '../../composer/attachments/attachment-preview.tsx';
import { truncateText } from '../../composer/editor/truncate-text.ts';
import { t } from '../../../i18n/index.ts';
import type { Attachment } from '../model/conversation-state.ts';

interface AttachmentFieldProps {
  attachment: Attachment;
  onChange: (attachment: Attachment | null) => void;
  /** The browser cannot decode the file. */
  onBroken: () => void;
}

/** The attached file of the message box and its alt text. */
export function AttachmentField({ attachment, onChange, onBroken }: AttachmentFieldProps) {
  const { file, altText, mediaUrl } = attachment;
  return (
    <div className="flex items-center gap-3 border-b border-line p-2">
      <div className="relative size-18 shrink-0 overflow-hidden rounded-md bg-sunken">
        <AttachmentPreview attachment={attachment} onBroken={onBroken} />
      </div>
      <label className="flex min-w-0 grow flex-col gap-1">
        <span className="text-sm font-medium">{t('chat.describe')}</span>
        <input
          value={altText}
          placeholder={t('chat.describeHint')}
          // The alt text was uploaded with the file and cannot change afterwards.
          disabled={mediaUrl !== null}
          onChange={({ target }) =>
            onChange({ ...attachment, altText: truncateText(target.value, altTextMaxLength) })
          }
          className="h-8 w-full rounded-sm border border-field bg-canvas px-2 text-sm disabled:bg-sunken"
        />
      </label>
      <button
        type="button"
        aria-label={t('chat.removeFile', { name: file.name })}
        data-tooltip={t('chat.removeFile', { name: file.name })}
        onClick={() => onChange(null)}
        className="grid size-8 shrink-0 place-items-center self-start rounded-full text-muted hover:bg-hover hover:text-ink"
      >
        <X size={18} aria-hidden />
      </button>
    </div>
  );
}
