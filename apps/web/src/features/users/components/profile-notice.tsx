import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

interface ProfileNoticeProps {
  icon: LucideIcon;
  title: string;
  text: string;
  children?: ReactNode;
}

/** A message in place of a profile or its threads. */
export function ProfileNotice({ icon: Icon, title, text, children }: ProfileNoticeProps) {
  return (
    <div className="flex flex-col items-center gap-2 px-6 py-16 text-center">
      <Icon size={32} className="text-muted" aria-hidden />
      <h2 className="text-lg font-semibold">{title}</h2>
      <p className="max-w-form text-balance text-muted">{text}</p>
      {children !== undefined && <div className="pt-3">{children}</div>}
    </div>
  );
}
