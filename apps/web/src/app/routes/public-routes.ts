import { redirect } from 'react-router-dom';
import type { RouteObject } from 'react-router-dom';
import { paths } from '../../lib/paths.ts';
import { lazyPage } from './lazy-page.ts';

export const authorizeAppPage = lazyPage(
  async () => (await import('../../pages/authorize-app/authorize-app-page.tsx')).AuthorizeAppPage,
  'auth',
  'accounts',
  'apps',
);

/** The pages that need no session. */
export const publicRoutes: RouteObject[] = [
  { path: paths.root, loader: () => redirect(paths.login) },
  {
    path: paths.login,
    lazy: lazyPage(
      async () => (await import('../../pages/login/login-page.tsx')).LoginPage,
      'auth',
    ),
  },
  {
    path: paths.register,
    lazy: lazyPage(
      async () => (await import('../../pages/register/register-page.tsx')).RegisterPage,
      'auth',
      'signUp',
    ),
  },
  {
    path: paths.forgotPassword,
    lazy: lazyPage(
      async () =>
        (await import('../../pages/forgot-password/forgot-password-page.tsx')).ForgotPasswordPage,
      'auth',
      'recovery',
    ),
  },
  {
    path: paths.resetPassword,
    lazy: lazyPage(
      async () =>
        (await import('../../pages/reset-password/reset-password-page.tsx')).ResetPasswordPage,
      'auth',
      'recovery',
    ),
  },
  {
    path: paths.endSessions,
    lazy: lazyPage(
      async () => (await import('../../pages/end-sessions/end-sessions-page.tsx')).EndSessionsPage,
      'auth',
      'recovery',
    ),
  },
  {
    path: paths.restoreEmail,
    lazy: lazyPage(
      async () => (await import('../../pages/end-sessions/end-sessions-page.tsx')).RestoreEmailPage,
      'auth',
      'recovery',
    ),
  },
  {
    path: paths.unsubscribe,
    lazy: lazyPage(
      async () => (await import('../../pages/unsubscribe/unsubscribe-page.tsx')).UnsubscribePage,
      'auth',
      'recovery',
    ),
  },
  {
    path: paths.verifyEmail,
    lazy: lazyPage(
      async () => (await import('../../pages/verify-email/verify-email-page.tsx')).VerifyEmailPage,
      'auth',
      'signUp',
      'recovery',
    ),
  },
  {
    path: paths.appeal,
    lazy: lazyPage(
      async () => (await import('../../pages/appeal/appeal-page.tsx')).AppealPage,
      'auth',
      'recovery',
      'strikes',
      'threads',
    ),
  },
  {
    path: paths.about,
    lazy: lazyPage(
      async () => (await import('../../pages/about/about-page.tsx')).AboutPage,
      'auth',
      'signUp',
      'recovery',
    ),
  },
  {
    path: paths.rules,
    lazy: lazyPage(
      async () => (await import('../../pages/rules/rules-page.tsx')).RulesPage,
      'auth',
      'signUp',
      'recovery',
    ),
  },
  {
    path: paths.privacy,
    lazy: lazyPage(
      async () => (await import('../../pages/privacy/privacy-page.tsx')).PrivacyPage,
      'auth',
      'signUp',
      'recovery',
    ),
  },
  {
    path: paths.terms,
    lazy: lazyPage(
      async () => (await import('../../pages/terms/terms-page.tsx')).TermsPage,
      'auth',
      'signUp',
      'recovery',
    ),
  },
  { path: paths.appCode, lazy: authorizeAppPage },
];
