import UserX from 'lucide-react/icons/user-x';
import { useNavigate } from 'react-router-dom';
import { Button } from '../../ui/button.tsx';
import { LoadError } from '../../ui/load-error.tsx';
import { ApiError } from '../../api/index.ts';
import { t } from '../../i18n/index.ts';
import { paths } from '../../lib/paths.ts';
import { Notice } from '../../ui/notice.tsx';

/** Replaces a profile that does not exist or could not be loaded. */
export function ProfileError({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const navigate = useNavigate();
  if (error instanceof ApiError && error.status === 404) {
    return (
      <Notice icon={UserX} title={t('profilePage.notFound')} text={t('profilePage.notFoundText')}>
        <Button variant="secondary" onClick={() => void navigate(paths.feed)}>
          {t('profilePage.backToFeed')}
        </Button>
      </Notice>
    );
  }
  return <LoadError text={t('profilePage.error')} onRetry={onRetry} />;
}
