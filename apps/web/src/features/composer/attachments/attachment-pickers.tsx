import Film from 'lucide-react/icons/film';
import ImagePlay from 'lucide-react/icons/image-play';
import ImagePlus from 'lucide-react/icons/image-plus';
import Paperclip from 'lucide-react/icons/paperclip';
import type { LucideIcon } from 'lucide-react';
import { useRef } from 'react';
import { IconButton } from '../../../ui/icon-button.tsx';
import { t } from '../../../i18n/index.ts';
import { acceptAttribute } from './file-kinds.ts';

interface PickerProps {
  icon: LucideIcon;
  label: string;
  /** Nothing is shown if it is empty: the instance does not allow such files. */
  accept: string;
  isDisabled: boolean;
  onPick: (files: File[]) => void;
}

/** The buttons to add files, one per kind. */
export function AttachmentPickers(props: Pick<PickerProps, 'isDisabled' | 'onPick'>) {
  return (
    <>
      <Picker
        {...props}
        icon={ImagePlus}
        label={t('composer.addPictures')}
        accept={acceptAttribute('image')}
      />
      <Picker
        {...props}
        icon={Film}
        label={t('composer.addVideos')}
        accept={acceptAttribute('video')}
      />
      <Picker
        {...props}
        icon={ImagePlay}
        label={t('composer.addGif')}
        accept={acceptAttribute('image').includes('image/gif') ? 'image/gif' : ''}
      />
      <Picker
        {...props}
        icon={Paperclip}
        label={t('composer.addFiles')}
        accept={acceptAttribute('audio', 'document')}
      />
    </>
  );
}

function Picker({ icon, label, accept, isDisabled, onPick }: PickerProps) {
  const input = useRef<HTMLInputElement>(null);
  if (accept === '') return null;
  return (
    <>
      <input
        ref={input}
        type="file"
        accept={accept}
        multiple
        hidden
        aria-label={label}
        onChange={({ target }) => {
          onPick([...(target.files ?? [])]);
          // Allows to pick the same file again.
          target.value = '';
        }}
      />
      <IconButton
        icon={icon}
        label={label}
        disabled={isDisabled}
        onClick={() => input.current?.click()}
      />
    </>
  );
}
