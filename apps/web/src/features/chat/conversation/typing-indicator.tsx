import { useMemberTexts } from './member-texts.ts';
import { useConversation, useConversationState } from './use-conversation.ts';

/** Three dots in a bubble while others are typing, with the names of members. */
export function TypingIndicator() {
  const { kind } = useConversation();
  const { describeTyping } = useMemberTexts();
  const typingIds = useConversationState((state) => state.typingIds);
  if (typingIds.length === 0) return null;
  return (
    <div className="flex w-fit max-w-full items-center gap-1 rounded-[1.25rem] bg-pressed px-4 py-2.5 leading-5 sm:ml-8">
      <span className={kind === 'group' ? 'mr-1 min-w-0 truncate text-sm text-muted' : 'sr-only'}>
        {describeTyping(typingIds)}
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
