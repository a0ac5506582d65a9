import { lazy, Suspense } from 'react';
import Smile from 'lucide-react/icons/smile';
import type { RefObject } from 'react';
import { preloader } from '../../../lib/preloader.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { MenuTrigger } from '../../../ui/menu.tsx';
import { withMessages } from '../../../i18n/load-messages.ts';

const loadEmojiPicker = () =>
  withMessages(
    async () => ({ default: (await import('./emoji-picker.tsx')).EmojiPicker }),
    'emoji',
  );
const EmojiPicker = lazy(loadEmojiPicker);

interface EmojiButtonProps {
  label: string;
  textBox: RefObject<HTMLTextAreaElement | null>;
  isDisabled?: boolean;
}

/** Inserts an emoji at the caret of a text box. */
export function EmojiButton({ label, textBox, isDisabled = false }: EmojiButtonProps) {
  return (
    <MenuTrigger
      preload={preloader(loadEmojiPicker)}
      renderTrigger={(props) => (
        <IconButton
          {...props}
          aria-haspopup="dialog"
          icon={Smile}
          label={label}
          disabled={isDisabled}
        />
      )}
      renderPopup={(state) => (
        <Suspense>
          <EmojiPicker {...state} textBox={textBox} />
        </Suspense>
      )}
    />
  );
}
