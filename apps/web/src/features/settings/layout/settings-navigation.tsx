import { useEffect, useRef } from 'react';
import { Link } from 'react-router-dom';
import { classNames } from '../../../lib/class-names.ts';
import { t } from '../../../i18n/index.ts';
import { sections } from './use-section-in-view.ts';
import type { Section } from './use-section-in-view.ts';

interface SettingsNavigationProps {
  /** The section at the current scroll position. */
  current: Section;
  className: string;
}

/** Links to the sections of the settings, such as `/settings#privacy`. */
export function SettingsNavigation({ current, className }: SettingsNavigationProps) {
  const ref = useRef<HTMLElement>(null);
  useEffect(() => {
    const bar = ref.current;
    const link = bar?.querySelector<HTMLElement>('[aria-current]');
    // `scrollIntoView` would scroll the page as well.
    if (bar && link) bar.scrollLeft = link.offsetLeft - (bar.clientWidth - link.offsetWidth) / 2;
  }, [current]);
  return (
    <nav ref={ref} aria-label={t('settings.sections')} className={className}>
      {sections.map((section) => (
        <Link
          key={section}
          to={`#${section}`}
          replace
          aria-current={section === current ? 'location' : undefined}
          className={classNames(
            'flex h-11 shrink-0 items-center px-3 font-medium transition-colors hover:bg-hover hover:text-ink focus-visible:-outline-offset-2 max-lg:border-b-3 lg:rounded-full',
            section === current ? 'border-accent text-ink' : 'border-transparent text-muted',
          )}
        >
          {t(`settings.${section}`)}
        </Link>
      ))}
    </nav>
  );
}
