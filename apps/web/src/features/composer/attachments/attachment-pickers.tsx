import Film from 'lucide-react/icons/film';
import ImagePlay from 'lucide-react/icons/image-play';
import ImagePlus from 'lucide-react/icons/image-plus';
import Paperclip from 'lucide-react/icons/paperclip';
import type { LucideIcon } from 'lucide-react';
import { useRef } from 'react';
import { IconButton } from '../../../ui/icon-button.tsx';
import { t } from '../../../i18n/index.ts';
import { hasGifSearch } from '../../../lib/instance.ts';
import { GifButton } from '../gifs/gif-button.tsx';
import { acceptAttribute } from './file-kinds.ts';

interface PickerProps {
  icon: LucideIcon;
  label: string;
  /** Nothing is shown if it is empty: the instance does not allow such files. */
  accept: string;
  isDisabled: boolean;
  onPick: (files: File[]) => void;
}

interface AttachmentPickersProps {
  isDisabled: boolean;
  onPick: (files: File[], altText?: string) => void;
}

/** The buttons to add files, one per kind. */
export function AttachmentPickers(props: AttachmentPickersProps) {
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
      <GifPicker {...props} />
      <Picker
        {...props}
        icon={Paperclip}
        label={t('composer.addFiles')}
        accept={acceptAttribute('audio', 'document')}
      />
    </>
  );
}

/** Searches for GIFs if the instance has a service, otherwise selects files. */
function GifPicker(props: AttachmentPickersProps) {
  const label = t('composer.addGif');
  const allowsGifs = acceptAttribute('image').includes('image/gif');
  if (allowsGifs && hasGifSearch()) return <GifButton {...props} label={label} />;
  return (
    <Picker {...props} icon={ImagePlay} label={label} accept={allowsGifs ? 'image/gif' : ''} />
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
