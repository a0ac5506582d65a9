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

interface AuthLayoutProps {
  title: string;
  /** The title of the browser tab. */
  tabTitle: string;
  children: ReactNode;
  footer: ReactNode;
  /** Whether a link leads to the terms of use. */
  hasTermsLink?: boolean;
}

/** The layout of the signed-out pages: a form, and a slideshow beside it on wide screens. */
export function AuthLayout({
  title,
  tabTitle,
  children,
  footer,
  hasTermsLink = true,
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
        <main className="mx-auto w-full max-w-form grow pt-[min(8vh,5rem)] pb-8">
          <h1
            ref={headingRef}
            tabIndex={-1}
            className="mb-7 text-2xl font-semibold tracking-tight outline-none"
          >
            {title}
          </h1>
          {children}
          <p className="mt-7 text-muted">{footer}</p>
          {hasTermsLink && (
            <p className="mt-2 text-sm text-muted">
              <AuthLink
                to={paths.terms}
                className="inline-flex min-h-6 items-center hover:underline"
              >
                {t('auth.terms')}
              </AuthLink>
            </p>
          )}
        </main>
      </div>
      {hasRoomForSlides && (
        <div className="flex bg-welcome">
          <Suspense fallback={null}>
            <Slideshow />
          </Suspense>
        </div>
      )}
    </div>
  );
}
