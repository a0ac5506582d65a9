import { Check, Plus, X } from 'lucide-react';
import { classNames } from '../../../lib/class-names.ts';
import { t } from '../../../lib/i18n/index.ts';
import type { Attachment } from '../model/composer-reducer.ts';

interface AttachmentTileProps {
  attachment: Attachment;
  /** Share of it that has been uploaded; null unless posting. */
  uploaded: number | null;
  isBeingDescribed: boolean;
  onDescribe: () => void;
  onRemove: () => void;
  /** The browser cannot show it, so it is no picture, whatever its name says. */
  onBroken: () => void;
}

/** A picture that was added: what it looks like, how far its upload is, its description. */
export function AttachmentTile(props: AttachmentTileProps) {
  const { attachment, uploaded, isBeingDescribed, onDescribe, onRemove, onBroken } = props;
  const { file, altText } = attachment;
  const showFile = (image: HTMLImageElement | null) => {
    if (!image) return undefined;
    const url = URL.createObjectURL(file);
    image.setAttribute('src', url);
    return () => URL.revokeObjectURL(url);
  };
  const percent = uploaded === null ? null : Math.round(uploaded * 100);
  const AltIcon = altText === '' ? Plus : Check;
  return (
    <li
      className={classNames(
        'relative aspect-square overflow-hidden rounded-md bg-sunken',
        isBeingDescribed && 'outline-2 outline-offset-2 outline-accent',
      )}
    >
      <img ref={showFile} alt={altText} onError={onBroken} className="size-full object-cover" />
      {percent === null ? (
        <>
          <button
            type="button"
            className="absolute bottom-1.5 left-1.5 flex h-6 items-center gap-0.5 rounded-sm bg-overlay px-1.5 text-xs font-bold text-on-overlay"
            aria-label={t('composer.describe', { name: file.name })}
            aria-pressed={altText !== ''}
            onClick={onDescribe}
          >
            <AltIcon aria-hidden className="size-3.5" strokeWidth={3} />
            {t('media.alt')}
          </button>
          <button
            type="button"
            className="absolute top-1.5 right-1.5 grid size-7 place-items-center rounded-full bg-overlay text-on-overlay"
            aria-label={t('composer.removePicture', { name: file.name })}
            onClick={onRemove}
          >
            <X aria-hidden className="size-4" />
          </button>
        </>
      ) : (
        <div
          role="progressbar"
          aria-label={file.name}
          aria-valuenow={percent}
          aria-valuetext={t('composer.uploaded', { percent })}
          className="absolute inset-x-0 bottom-0 h-full bg-overlay/60"
        >
          <div
            className="absolute bottom-0 left-0 h-1.5 bg-accent transition-[width]"
            style={{ width: `${percent}%` }}
          />
        </div>
      )}
    </li>
  );
}
