import type { ChatMessage } from '@skein/contracts/chat';
import type { User } from '@skein/contracts/users';
import { t } from '../../../i18n/index.ts';
import type { GroupParts } from '../conversation/group-parts.ts';
import { Tooltip } from '../../../ui/tooltip.tsx';

interface MessageReactionsProps {
  message: ChatMessage;
  partner: User;
  parts: GroupParts | null;
  /** Sets or removes the viewer's reaction; null if the viewer cannot react. */
  onReact: ((message: ChatMessage, emoji: string) => void) | null;
}

const chipClass =
  'flex h-7 items-center gap-1 rounded-full border border-line bg-raised px-2 text-sm tabular-nums';

/** The reactions below a message. Pressing one adds or removes the viewer's own. */
export function MessageReactions({ message, partner, parts, onReact }: MessageReactionsProps) {
  const emojis = [...new Set(message.reactions.map(({ emoji }) => emoji))];
  return (
    <ul className="flex flex-wrap gap-1">
      {emojis.map((emoji) => {
        const reactions = message.reactions.filter((reaction) => reaction.emoji === emoji);
        const isOwn = reactions.some(({ userId }) =>
          parts ? userId === parts.viewerId : userId !== partner.id,
        );
        const label = parts
          ? parts.describeReaction(
              emoji,
              reactions.map(({ userId }) => userId),
            )
          : describeReaction(emoji, { isOwn, count: reactions.length, partner });
        const content = (
          <>
            <span aria-hidden>{emoji}</span>
            {reactions.length > 1 && <span aria-hidden>{reactions.length}</span>}
          </>
        );
        return (
          <li key={emoji} className="max-w-full">
            {onReact === null ? (
              <p className={chipClass}>
                <span className="sr-only">{label}</span>
                {content}
              </p>
            ) : (
              <Tooltip text={label}>
                <button
                  type="button"
                  aria-label={label}
                  aria-pressed={isOwn}
                  className={`finger ${chipClass} transition-colors hover:bg-hover aria-pressed:border-accent aria-pressed:bg-accent-soft`}
                  onClick={() => onReact(message, emoji)}
                >
                  {content}
                </button>
              </Tooltip>
            )}
          </li>
        );
      })}
    </ul>
  );
}

function describeReaction(
  emoji: string,
  { isOwn, count, partner: { name } }: { isOwn: boolean; count: number; partner: User },
): string {
  if (!isOwn) return t('chat.reactedBy', { name, emoji });
  return count > 1 ? t('chat.bothReacted', { name, emoji }) : t('chat.youReacted', { emoji });
}
