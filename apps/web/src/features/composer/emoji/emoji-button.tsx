import Smile from 'lucide-react/icons/smile';
import type { RefObject } from 'react';
import { IconButton } from '../../../ui/icon-button.tsx';
import { MenuTrigger } from '../../../ui/menu.tsx';
import { lazyComponent } from '../../../lib/lazy-component.tsx';
import { withMessages } from '../../../i18n/load-messages.ts';

const EmojiPicker = lazyComponent(() =>
  withMessages(async () => (await import('./emoji-picker.tsx')).EmojiPicker, 'emoji'),
);

interface EmojiButtonProps {
  label: string;
  textBox: RefObject<HTMLTextAreaElement | null>;
  isDisabled?: boolean;
}

/** Inserts an emoji at the caret of a text box. */
export function EmojiButton({ label, textBox, isDisabled = false }: EmojiButtonProps) {
  return (
    <MenuTrigger
      preload={EmojiPicker.preload}
      renderTrigger={(props) => (
        <IconButton
          {...props}
          aria-haspopup="dialog"
          icon={Smile}
          label={label}
          disabled={isDisabled}
        />
      )}
      renderPopup={(state) => <EmojiPicker {...state} textBox={textBox} />}
    />
  );
}
