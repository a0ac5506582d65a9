import type { ChatMessage } from '@skein/contracts/chat';
import { lazy, Suspense, useEffect, useState } from 'react';
import { preloader } from '../../../lib/preloader.ts';
import { withMessages } from '../../../i18n/load-messages.ts';
import { useConversationStore } from '../conversation/use-conversation.ts';

const loadReactionBar = async () => ({ default: (await import('./reaction-bar.tsx')).ReactionBar });
const ReactionBar = lazy(loadReactionBar);

const EmojiPicker = lazy(() =>
  withMessages(
    async () => ({ default: (await import('../../composer/emoji/emoji-picker.tsx')).EmojiPicker }),
    'emoji',
  ),
);

/** Opens the bar. A second call for the same anchor closes it. */
export type OpenReactionBar = (
  anchor: HTMLElement,
  message: ChatMessage,
  /**
   * Whether the current press on the anchor opens or closes the bar. Other presses on the anchor
   * close the bar like presses elsewhere.
   */
  isHandled?: () => boolean,
) => void;

/** Returns whether the pointer that is down now has not been pressed again. */
export function untilNextPress(): () => boolean {
  let isSamePress = true;
  const end = () => {
    isSamePress = false;
  };
  window.addEventListener('pointerdown', end, { once: true, capture: true });
  return () => isSamePress;
}

interface Target {
  anchor: HTMLElement;
  message: ChatMessage;
  isHandled: () => boolean;
}

/** The state of the one reaction bar that all messages share. */
export function useReactionBar() {
  const [target, setTarget] = useState<Target | null>(null);
  const [opened, setOpened] = useState<'bar' | 'picker' | null>(null);
  useEffect(() => {
    const anchor = target?.anchor;
    if (opened === null || anchor?.getAttribute('aria-haspopup') !== 'dialog') return undefined;
    anchor.setAttribute('aria-expanded', 'true');
    return () => anchor.setAttribute('aria-expanded', 'false');
  }, [target, opened]);
  const open: OpenReactionBar = (anchor, message, isHandled = () => false) => {
    setTarget({ anchor, message, isHandled });
    setOpened((current) => (current === null || target?.anchor !== anchor ? 'bar' : null));
  };
  return { target, opened, setOpened, open };
}

/** The frequent reactions or, after "more", all emojis. */
export function ReactionBarHost({ bar }: { bar: ReturnType<typeof useReactionBar> }) {
  const store = useConversationStore();
  const { target, opened, setOpened } = bar;
  const [wasPickerOpened, setWasPickerOpened] = useState(false);
  if (target === null) return null;
  const { anchor, message, isHandled } = target;
  const choose = (emoji: string) => void store.react(message, emoji);
  return (
    <>
      <Suspense>
        <ReactionBar
          key={message.id}
          anchor={anchor}
          isOpen={opened === 'bar'}
          isHandled={isHandled}
          chosen={message.reactions.find(({ userId }) => userId === store.viewerId)?.emoji ?? null}
          onChoose={choose}
          onMore={() => {
            setWasPickerOpened(true);
            setOpened('picker');
          }}
          onClose={() => setOpened(null)}
        />
      </Suspense>
      {wasPickerOpened && (
        <Suspense>
          <EmojiPicker
            anchor={{ current: anchor }}
            isOpen={opened === 'picker'}
            onOpenChange={(isOpen) => setOpened(isOpen ? 'picker' : null)}
            onChoose={choose}
          />
        </Suspense>
      )}
    </>
  );
}

/** Call this when the user is about to open the bar, for example on hover. */
export const preloadReactionBar = preloader(loadReactionBar);
