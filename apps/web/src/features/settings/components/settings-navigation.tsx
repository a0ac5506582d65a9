import { useEffect } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { t } from '../../../lib/i18n/index.ts';

const sections = ['profile', 'security', 'privacy', 'appearance', 'notifications', 'data'] as const;

/** The sections of the settings, each with its address: `/settings#privacy`. */
export function SettingsNavigation({ className }: { className: string }) {
  return (
    <nav aria-label={t('settings.sections')} className={className}>
      {sections.map((section) => (
        <Link
          key={section}
          to={{ hash: section }}
          replace
          className="shrink-0 rounded-full px-3 py-2 font-medium text-muted transition-colors hover:bg-hover hover:text-ink"
        >
          {t(`settings.${section}`)}
        </Link>
      ))}
    </nav>
  );
}

/** Brings the section that the address names into view, once it is there. */
export function useSectionInView(isThere: boolean): void {
  const { hash, key } = useLocation();
  useEffect(() => {
    if (isThere && hash !== '') document.getElementById(hash.slice(1))?.scrollIntoView();
  }, [isThere, hash, key]);
}
