import { Popover } from '@base-ui/react/popover';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { KeyboardEvent, RefObject } from 'react';
import { LoadError } from '../../../ui/load-error.tsx';
import type { PopupState } from '../../../ui/menu.tsx';
import { t } from '../../../i18n/index.ts';
import { emojiDataQuery } from './emoji-data.queries.ts';
import { EmojiList } from './emoji-list.tsx';
import { insertText } from './insert-text.ts';

interface EmojiPickerProps extends PopupState {
  /** Where chosen emojis are inserted. */
  textBox?: RefObject<HTMLTextAreaElement | null>;
  onChoose?: (emoji: string) => void;
}

export function EmojiPicker(props: EmojiPickerProps) {
  const { anchor, isOpen, onOpenChange, textBox, onChoose } = props;
  const { data, isError, refetch } = useQuery(emojiDataQuery);
  // Where the focus goes when the picker closes: to the text box if an emoji was inserted.
  const finalFocus = useRef<HTMLElement>(null);
  useEffect(() => {
    if (isOpen) finalFocus.current = anchor.current;
  }, [isOpen, anchor]);

  const choose = (emoji: string) => {
    if (textBox) finalFocus.current = textBox.current;
    onOpenChange(false);
    if (textBox?.current) insertText(textBox.current, emoji);
    onChoose?.(emoji);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    // Closes the picker but not the composer around it.
    event.stopPropagation();
    onOpenChange(false);
  };
  return (
    <Popover.Root open={isOpen} onOpenChange={(open) => onOpenChange(open)}>
      <Popover.Portal>
        <Popover.Positioner
          anchor={anchor}
          side="top"
          align="end"
          sideOffset={6}
          collisionPadding={8}
          className="z-50"
        >
          <Popover.Popup
            aria-label={t('emoji.title')}
            finalFocus={finalFocus}
            onKeyDown={onKeyDown}
            className="flex h-100 max-h-(--available-height) w-88 max-w-(--available-width) origin-(--transform-origin) flex-col overflow-hidden rounded-md bg-raised shadow-raised outline-none transition data-ending-style:scale-96 data-ending-style:opacity-0 data-starting-style:scale-96 data-starting-style:opacity-0"
          >
            {data && <EmojiList data={data} onChoose={choose} />}
            {isError && <LoadError text={t('emoji.loadError')} onRetry={() => void refetch()} />}
            {!data && !isError && (
              <p role="status" className="m-auto text-muted">
                {t('common.loading')}
              </p>
            )}
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}
