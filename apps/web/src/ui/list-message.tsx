import type { ReactNode } from 'react';

interface ListMessageProps {
  text: string;
  children?: ReactNode;
}

/** A message in place of a list, with an optional action. */
export function ListMessage({ text, children }: ListMessageProps) {
  return (
    <div className="flex flex-col items-center gap-4 px-6 py-16 text-center text-balance text-muted">
      <p>{text}</p>
      {children}
    </div>
  );
}
