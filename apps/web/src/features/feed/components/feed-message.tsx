import type { ReactNode } from 'react';

interface FeedMessageProps {
  text: string;
  children?: ReactNode;
}

/** What stands in place of the cards, with what can be done about it. */
export function FeedMessage({ text, children }: FeedMessageProps) {
  return (
    <div className="flex flex-col items-center gap-4 px-6 py-16 text-center text-muted">
      <p>{text}</p>
      {children}
    </div>
  );
}
