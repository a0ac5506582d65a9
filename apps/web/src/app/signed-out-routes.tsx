import { Route, Routes } from 'react-router-dom';
import { ForgotPasswordPage } from '../pages/forgot-password/forgot-password-page.tsx';
import { ResetPasswordPage } from '../pages/reset-password/reset-password-page.tsx';
import { TermsPage } from '../pages/terms/terms-page.tsx';
import { paths } from '../lib/paths.ts';

/** Screens that anybody may see and few ever do, in one chunk. */
export function SignedOutRoutes() {
  return (
    <Routes>
      <Route path={paths.forgotPassword} element={<ForgotPasswordPage />} />
      <Route path={paths.resetPassword} element={<ResetPasswordPage />} />
      <Route path={paths.terms} element={<TermsPage />} />
    </Routes>
  );
}
