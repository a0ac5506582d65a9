import { Film, ImagePlay, ImagePlus, Paperclip } from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import { useRef } from 'react';
import { IconButton } from '../../../ui/icon-button.tsx';
import { t } from '../../../i18n/index.ts';
import { acceptOf } from './file-kinds.ts';

interface PickerProps {
  icon: LucideIcon;
  label: string;
  accept: string;
  isDisabled: boolean;
  onPick: (files: File[]) => void;
}

/** The buttons that choose files, one a kind. */
export function AttachmentPickers(props: Pick<PickerProps, 'isDisabled' | 'onPick'>) {
  return (
    <>
      <Picker
        {...props}
        icon={ImagePlus}
        label={t('composer.addPictures')}
        accept={acceptOf('image')}
      />
      <Picker {...props} icon={Film} label={t('composer.addVideos')} accept={acceptOf('video')} />
      <Picker {...props} icon={ImagePlay} label={t('composer.addGif')} accept="image/gif" />
      <Picker
        {...props}
        icon={Paperclip}
        label={t('composer.addFiles')}
        accept={acceptOf('audio', 'document')}
      />
    </>
  );
}

function Picker({ icon, label, accept, isDisabled, onPick }: PickerProps) {
  const input = useRef<HTMLInputElement>(null);
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
          // Choosing the same file again has to count as a change.
          target.value = '';
        }}
      />
      <IconButton
        icon={icon}
        label={label}
        disabled={isDisabled}
        className="-mx-0.5"
        onClick={() => input.current?.click()}
      />
    </>
  );
}
