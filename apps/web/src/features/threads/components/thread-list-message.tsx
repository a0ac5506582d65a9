import type { ReactNode } from 'react';

interface ThreadListMessageProps {
  text: string;
  children?: ReactNode;
}

/** What stands in place of the cards, with what can be done about it. */
export function ThreadListMessage({ text, children }: ThreadListMessageProps) {
  return (
    <div className="flex flex-col items-center gap-4 px-6 py-16 text-center text-muted">
      <p>{text}</p>
      {children}
    </div>
  );
}
