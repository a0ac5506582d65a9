import { useEffect } from 'react';
import { useNavigate } from 'react-router-dom';
import { t } from '../../../i18n/index.ts';
import { withMessages } from '../../../i18n/load-messages.ts';
import { paths } from '../../../lib/paths.ts';
import { toast } from '../../../lib/toast.ts';

/** Shows the result of linking an account, with which the server has returned to this page. */
export function useLinkResult(): void {
  const navigate = useNavigate();
  useEffect(() => {
    const result = new URLSearchParams(window.location.search).get('identity');
    if (result === null) return;
    void navigate(paths.securitySettings, { replace: true });
    if (result === 'linked') toast.success(t('security.identity.link.done'));
    else void showError(result);
  }, [navigate]);
}

async function showError(code: string): Promise<void> {
  const describe = await withMessages(
    async () => (await import('../../auth/sign-in/oidc-error.ts')).describeOidcError,
    'oidc',
  );
  toast.error(t('security.identity.link.failed'), describe(code));
}
