import { Route, Switch } from 'wouter';
import { paths } from '../lib/paths.ts';
import { AboutPage } from '../pages/about/about-page.tsx';
import { componentOf } from '../lib/lazy-component.tsx';
import { EndSessionsPage } from '../pages/end-sessions/end-sessions-page.tsx';
import { ForgotPasswordPage } from '../pages/forgot-password/forgot-password-page.tsx';
import { PrivacyPage } from '../pages/privacy/privacy-page.tsx';
import { ResetPasswordPage } from '../pages/reset-password/reset-password-page.tsx';
import { RulesPage } from '../pages/rules/rules-page.tsx';
import { TermsPage } from '../pages/terms/terms-page.tsx';
import { UnsubscribePage } from '../pages/unsubscribe/unsubscribe-page.tsx';
import { VerifyEmailPage } from '../pages/verify-email/verify-email-page.tsx';
import { pageLoader } from './page-loader.ts';

const AppealPage = componentOf(
  pageLoader(
    async () => (await import('../pages/appeal/appeal-page.tsx')).AppealPage,
    'strikes',
    'threads',
  ),
);

/** Rarely visited public pages, in one chunk. */
export function SignedOutPage() {
  return (
    <Switch>
      <Route path={paths.forgotPassword} component={ForgotPasswordPage} />
      <Route path={paths.resetPassword} component={ResetPasswordPage} />
      <Route path={paths.endSessions} component={EndSessionsPage} />
      <Route path={paths.unsubscribe} component={UnsubscribePage} />
      <Route path={paths.verifyEmail} component={VerifyEmailPage} />
      <Route path={paths.appeal}>
        <AppealPage fallback={null} />
      </Route>
      <Route path={paths.about} component={AboutPage} />
      <Route path={paths.rules} component={RulesPage} />
      <Route path={paths.privacy} component={PrivacyPage} />
      <Route path={paths.terms} component={TermsPage} />
    </Switch>
  );
}
