import { InfoLayout } from '../../features/auth/layout/info-layout.tsx';
import { Terms } from '../../features/auth/terms/terms.tsx';
import { t } from '../../i18n/index.ts';

/** The terms of use. */
export function TermsPage() {
  return (
    <InfoLayout title={t('auth.terms')}>
      <Terms />
    </InfoLayout>
  );
}
