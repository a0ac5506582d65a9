import { lazy, Suspense } from 'react';
import type { ReactNode } from 'react';
import { ThemeToggle } from '../../../ui/layout/theme-toggle.tsx';
import { Logo } from '../../../ui/logo.tsx';
import { useDocumentTitle } from '../../../lib/document-title.ts';
import { t } from '../../../i18n/index.ts';
import { getInstanceName } from '../../../lib/instance.ts';
import { useMediaQuery } from '../../../lib/media-query.ts';
import { paths } from '../../../lib/paths.ts';
import { useHeadingFocus } from '../../../lib/heading-focus.ts';
import { AuthLink } from './auth-link.tsx';

const Slideshow = lazy(async () => ({ default: (await import('./slideshow.tsx')).Slideshow }));

const infoPages = [
  { to: paths.about, label: 'auth.about' },
  { to: paths.rules, label: 'auth.rules' },
  { to: paths.privacy, label: 'auth.privacy' },
  { to: paths.terms, label: 'auth.terms' },
] as const;

interface AuthLayoutProps {
  title: string;
  /** The title of the browser tab. */
  tabTitle: string;
  children: ReactNode;
  footer: ReactNode;
  /** Whether links lead to the pages about the instance. */
  hasInfoLinks?: boolean;
}

/** The layout of the signed-out pages: a form, and a slideshow beside it on wide screens. */
export function AuthLayout({
  title,
  tabTitle,
  children,
  footer,
  hasInfoLinks = true,
}: AuthLayoutProps) {
  useDocumentTitle(tabTitle);
  const headingRef = useHeadingFocus();
  const hasRoomForSlides = useMediaQuery('(width >= 64rem)');
  return (
    <div className="grid min-h-dvh lg:grid-cols-[minmax(27rem,5fr)_6fr]">
      <div className="flex flex-col px-6 sm:px-10">
        <header className="flex h-16 items-center gap-2.5">
          <Logo className="text-accent" />
          <span className="min-w-0 grow truncate text-lg font-semibold tracking-tight">
            {getInstanceName()}
          </span>
          <ThemeToggle />
        </header>
        {/* Not centered vertically: errors in the form must not move the content above them. */}
        <main className="group mx-auto w-full max-w-form grow pt-[min(8vh,5rem)] pb-8">
          <h1
            ref={headingRef}
            tabIndex={-1}
            className="mb-7 text-2xl font-semibold tracking-tight outline-none"
          >
            {title}
          </h1>
          {children}
          {/* Content that is loaded would move what is below it. */}
          <div className="group-has-[[data-loading]:not(form_*)]:invisible">
            <p className="mt-7 text-muted">{footer}</p>
            {hasInfoLinks && (
              <nav aria-label={t('auth.infoPages')} className="mt-2 flex flex-wrap gap-x-4 text-sm">
                {infoPages.map(({ to, label }) => (
                  <AuthLink
                    key={to}
                    to={to}
                    className="inline-flex min-h-6 items-center justify-center text-muted hover:underline pointer-coarse:min-h-10 pointer-coarse:min-w-10"
                  >
                    {t(label)}
                  </AuthLink>
                ))}
              </nav>
            )}
          </div>
        </main>
      </div>
      {hasRoomForSlides && (
        <div className="bg-welcome">
          {/* Stays in the window when the form is longer than it. */}
          <div className="sticky top-0 flex min-h-dvh">
            <Suspense>
              <Slideshow />
            </Suspense>
          </div>
        </div>
      )}
    </div>
  );
}
