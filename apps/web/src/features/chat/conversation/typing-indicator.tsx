import type { User } from '@skein/contracts/users';
import { t } from '../../../i18n/index.ts';
import type { Conversation } from '../model/conversation.ts';
import type { GroupParts } from './group-parts.ts';
import { useConversationState } from './use-conversation.ts';

interface TypingIndicatorProps {
  conversation: Conversation;
  partner: User;
  parts: GroupParts | null;
}

/** Three dots in a bubble while others are typing, with the names of members. */
export function TypingIndicator({ conversation, partner, parts }: TypingIndicatorProps) {
  const isTyping = useConversationState(conversation, (state) => state.isPartnerTyping);
  const typingIds = useConversationState(conversation, (state) => state.typingIds);
  if (!isTyping && typingIds.length === 0) return null;
  return (
    <div className="flex w-fit max-w-full items-center gap-1 rounded-[1.25rem] bg-pressed px-4 py-2.5 leading-5 sm:ml-8">
      <span className={parts ? 'mr-1 min-w-0 truncate text-sm text-muted' : 'sr-only'}>
        {parts?.describeTyping(typingIds) ?? t('chat.isTyping', { name: partner.name })}
      </span>
      {['', '[animation-delay:200ms]', '[animation-delay:400ms]'].map((delay) => (
        <span
          key={delay}
          aria-hidden
          className={`my-1.75 size-1.5 shrink-0 animate-pulse rounded-full bg-muted ${delay}`}
        />
      ))}
    </div>
  );
}
