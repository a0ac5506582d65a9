import { t } from '../../../i18n/index.ts';
import { Button } from '../../../ui/button.tsx';
import { describeOidcError } from './oidc-error.ts';
import { AuthLayout } from '../layout/auth-layout.tsx';

interface OidcErrorPageProps {
  /** From the URL. */
  code: string;
  onBack: () => void;
}

/** Why a sign-in with OpenID Connect failed, and what to do. */
export function OidcErrorPage({ code, onBack }: OidcErrorPageProps) {
  const title = t(code === 'requestSent' ? 'oidc.requestSentTitle' : 'oidc.title');
  return (
    <AuthLayout title={title} tabTitle={title} footer={null}>
      <p role="alert">{describeOidcError(code)}</p>
      <Button variant="secondary" size="lg" className="mt-6 w-full" onClick={onBack}>
        {t('oidc.back')}
      </Button>
    </AuthLayout>
  );
}
