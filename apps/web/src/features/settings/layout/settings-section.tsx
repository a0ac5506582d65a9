import { useId } from 'react';
import type { ReactNode } from 'react';

interface SettingsSectionProps {
  /** The URL hash of the section. */
  id: string;
  title: string;
  children: ReactNode;
}

/** A section of the settings page with a title. */
export function SettingsSection({ id, title, children }: SettingsSectionProps) {
  const titleId = useId();
  return (
    <section
      id={id}
      aria-labelledby={titleId}
      className="flex scroll-mt-25 lg:scroll-mt-14 flex-col gap-7 border-b border-line px-4 py-7"
    >
      <h2 id={titleId} className="-mb-2 text-xl font-semibold tracking-tight">
        {title}
      </h2>
      {children}
    </section>
  );
}
