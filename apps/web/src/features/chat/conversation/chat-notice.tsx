import type { LucideIcon } from 'lucide-react';

interface ChatNoticeProps {
  icon: LucideIcon;
  title: string;
  text: string;
}

/** A message in place of a conversation. */
export function ChatNotice({ icon: Icon, title, text }: ChatNoticeProps) {
  return (
    <div className="flex grow flex-col items-center justify-center gap-2 px-6 text-center">
      <Icon size={36} strokeWidth={1.5} className="mb-1 text-muted" aria-hidden />
      <h2 className="text-lg font-semibold">{title}</h2>
      <p className="max-w-form text-balance text-muted">{text}</p>
    </div>
  );
}
