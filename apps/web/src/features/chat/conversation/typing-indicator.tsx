import { t } from '../../../i18n/index.ts';

/** Three dots in a bubble while the partner is typing. */
export function TypingIndicator({ name }: { name: string }) {
  return (
    <div className="flex w-fit items-center gap-1 rounded-[1.25rem] bg-pressed px-4 py-3.5 sm:ml-8">
      <span className="sr-only">{t('chat.isTyping', { name })}</span>
      {['', '[animation-delay:200ms]', '[animation-delay:400ms]'].map((delay) => (
        <span
          key={delay}
          aria-hidden
          className={`size-1.5 animate-pulse rounded-full bg-muted ${delay}`}
        />
      ))}
    </div>
  );
}
