import { useState } from 'react';
import { lazyComponent } from '../../../lib/lazy-component.tsx';
import { withMessages } from '../../../i18n/load-messages.ts';
import type { Conversation } from '../model/conversation.ts';
import type { Message } from '../model/message.ts';

export const ReactionBar = lazyComponent(
  async () => (await import('./reaction-bar.tsx')).ReactionBar,
);

const EmojiPicker = lazyComponent(() =>
  withMessages(
    async () => (await import('../../composer/emoji/emoji-picker.tsx')).EmojiPicker,
    'emoji',
  ),
);

interface Target {
  anchor: HTMLElement;
  message: Message;
}

/** The state of the one reaction bar that all messages share. */
export function useReactionBar() {
  const [target, setTarget] = useState<Target | null>(null);
  const [opened, setOpened] = useState<'bar' | 'picker' | null>(null);
  return {
    target,
    opened,
    setOpened,
    open: (anchor: HTMLElement, message: Message) => {
      setTarget({ anchor, message });
      setOpened('bar');
    },
  };
}

interface ReactionBarHostProps {
  bar: ReturnType<typeof useReactionBar>;
  conversation: Conversation;
  viewerId: string;
}

/** The frequent reactions or, after "more", all emojis. */
export function ReactionBarHost({ bar, conversation, viewerId }: ReactionBarHostProps) {
  const { target, opened, setOpened } = bar;
  const [wasPickerOpened, setWasPickerOpened] = useState(false);
  if (target === null) return null;
  const { anchor, message } = target;
  const choose = (emoji: string) => void conversation.react(message, emoji);
  return (
    <>
      <ReactionBar
        key={message.id}
        anchor={anchor}
        isOpen={opened === 'bar'}
        chosen={message.reactions.find(({ userId }) => userId === viewerId)?.emoji ?? null}
        onChoose={choose}
        onMore={() => {
          setWasPickerOpened(true);
          setOpened('picker');
        }}
        onClose={() => setOpened(null)}
      />
      {wasPickerOpened && (
        <EmojiPicker
          anchor={{ current: anchor }}
          isOpen={opened === 'picker'}
          onOpenChange={(isOpen) => setOpened(isOpen ? 'picker' : null)}
          onChoose={choose}
        />
      )}
    </>
  );
}
