import type { ReactNode } from 'react';

interface SettingsRowProps {
  title: string;
  text: string;
  /** The control of the setting. */
  children: ReactNode;
}

/** A setting with a title, a description and a control. */
export function SettingsRow({ title, text, children }: SettingsRowProps) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
      <div className="min-w-0">
        <h2 className="font-medium">{title}</h2>
        <p className="mt-0.5 text-sm text-muted">{text}</p>
      </div>
      {children}
    </div>
  );
}
