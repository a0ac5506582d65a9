import type { ChatMessage } from '@skein/contracts/chat';
import { useMemberTexts } from '../conversation/member-texts.ts';
import { useConversationState, useConversationStore } from '../conversation/use-conversation.ts';
import { Tooltip } from '../../../ui/tooltip.tsx';

const chipClass =
  'flex h-7 items-center gap-1 rounded-full border border-line bg-raised px-2 text-sm tabular-nums';

/** The reactions below a message. Pressing one adds or removes the viewer's own. */
export function MessageReactions({ message }: { message: ChatMessage }) {
  const store = useConversationStore();
  const canReact = useConversationState((state) => state.canReact);
  const { describeReaction } = useMemberTexts();
  const emojis = [...new Set(message.reactions.map(({ emoji }) => emoji))];
  return (
    <ul className="flex flex-wrap gap-1">
      {emojis.map((emoji) => {
        const reactions = message.reactions.filter((reaction) => reaction.emoji === emoji);
        const userIds = reactions.map(({ userId }) => userId);
        const label = describeReaction(emoji, userIds);
        const content = (
          <>
            <span aria-hidden>{emoji}</span>
            {userIds.length > 1 && <span aria-hidden>{userIds.length}</span>}
          </>
        );
        return (
          <li key={emoji} className="max-w-full">
            {canReact ? (
              <Tooltip text={label}>
                <button
                  type="button"
                  aria-label={label}
                  aria-pressed={userIds.includes(store.viewerId)}
                  className={`finger ${chipClass} transition-colors hover:bg-hover aria-pressed:border-accent aria-pressed:bg-accent-soft`}
                  onClick={() => void store.react(message, emoji)}
                >
                  {content}
                </button>
              </Tooltip>
            ) : (
              <p className={chipClass}>
                <span className="sr-only">{label}</span>
                {content}
              </p>
            )}
          </li>
        );
      })}
    </ul>
  );
}
