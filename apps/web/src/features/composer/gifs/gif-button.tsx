import { lazy, Suspense } from 'react';
import ImagePlay from 'lucide-react/icons/image-play';
import { preloader } from '../../../lib/preloader.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { MenuTrigger } from '../../../ui/menu.tsx';
import { withMessages } from '../../../i18n/load-messages.ts';

const loadGifPicker = () =>
  withMessages(
    async () => ({ default: (await import('./gif-picker.tsx')).GifPicker }),
    'gifs',
    'users',
  );
const GifPicker = lazy(loadGifPicker);

interface GifButtonProps {
  label: string;
  isDisabled: boolean;
  /** Gets the file and a description of what it shows. */
  onPick: (files: File[], altText: string) => void;
}

/** Searches for GIFs, on instances with such a service. */
export function GifButton({ label, isDisabled, onPick }: GifButtonProps) {
  return (
    <MenuTrigger
      preload={preloader(loadGifPicker)}
      renderTrigger={(props) => (
        <IconButton
          {...props}
          aria-haspopup="dialog"
          icon={ImagePlay}
          label={label}
          disabled={isDisabled}
        />
      )}
      renderPopup={(state) => (
        <Suspense>
          <GifPicker {...state} onPick={onPick} />
        </Suspense>
      )}
    />
  );
}
