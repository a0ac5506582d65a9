import { matchPath, useLocation } from 'react-router-dom';
import { paths } from '../lib/paths.ts';
import { ForgotPasswordPage } from '../pages/forgot-password/forgot-password-page.tsx';
import { ResetPasswordPage } from '../pages/reset-password/reset-password-page.tsx';
import { TermsPage } from '../pages/terms/terms-page.tsx';

const pages = [
  { path: paths.forgotPassword, Page: ForgotPasswordPage },
  { path: paths.resetPassword, Page: ResetPasswordPage },
  { path: paths.terms, Page: TermsPage },
];

/** Rarely visited public pages, in one chunk. */
export function SignedOutPage() {
  const { pathname } = useLocation();
  const shown = pages.find(({ path }) => matchPath(path, pathname));
  return shown && <shown.Page />;
}
