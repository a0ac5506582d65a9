import { Route, Switch } from 'wouter';
import { paths } from '../lib/paths.ts';
import { EndSessionsPage } from '../pages/end-sessions/end-sessions-page.tsx';
import { ForgotPasswordPage } from '../pages/forgot-password/forgot-password-page.tsx';
import { ResetPasswordPage } from '../pages/reset-password/reset-password-page.tsx';
import { TermsPage } from '../pages/terms/terms-page.tsx';

/** Rarely visited public pages, in one chunk. */
export function SignedOutPage() {
  return (
    <Switch>
      <Route path={paths.forgotPassword} component={ForgotPasswordPage} />
      <Route path={paths.resetPassword} component={ResetPasswordPage} />
      <Route path={paths.endSessions} component={EndSessionsPage} />
      <Route path={paths.terms} component={TermsPage} />
    </Switch>
  );
}
