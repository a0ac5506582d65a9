import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

interface NoticeProps {
  icon?: LucideIcon;
  title: string;
  text: string;
  /** An action. */
  children?: ReactNode;
}

/** A message in place of a page's content, such as a profile, a conversation or search results. */
export function Notice({ icon: Icon, title, text, children }: NoticeProps) {
  return (
    <div className="flex grow flex-col items-center justify-center gap-2 px-6 py-16 text-center">
      {Icon && <Icon size="2.25rem" strokeWidth={1.5} className="mb-1 text-muted" aria-hidden />}
      <h2 className="text-lg font-semibold wrap-anywhere">{title}</h2>
      <p className="max-w-form text-balance text-muted">{text}</p>
      {children !== undefined && <div className="pt-3">{children}</div>}
    </div>
  );
}
