import type { ReactNode } from 'react';

interface SearchEmptyStateProps {
  title: string;
  text: string;
  children?: ReactNode;
}

/** A message in place of search results. */
export function SearchEmptyState({ title, text, children }: SearchEmptyStateProps) {
  return (
    <div className="flex flex-col items-center gap-1 px-6 py-10 text-center">
      <p className="text-lg font-semibold wrap-anywhere">{title}</p>
      <p className="text-muted">{text}</p>
      {children !== undefined && <div className="pt-3">{children}</div>}
    </div>
  );
}
