import { UserX } from 'lucide-react';
import { useNavigate } from 'react-router-dom';
import { Button } from '../../../ui/button.tsx';
import { ListMessage } from '../../../ui/list-message.tsx';
import { ApiError } from '../../../api/index.ts';
import { t } from '../../../i18n/index.ts';
import { paths } from '../../../lib/paths.ts';
import { ProfileNotice } from './profile-notice.tsx';

/** In place of a user whose profile could not be loaded. */
export function ProfileError({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const navigate = useNavigate();
  if (error instanceof ApiError && error.status === 404) {
    return (
      <ProfileNotice icon={UserX} title={t('people.notFound')} text={t('people.notFoundText')}>
        <Button variant="secondary" onClick={() => void navigate(paths.feed)}>
          {t('people.backToFeed')}
        </Button>
      </ProfileNotice>
    );
  }
  return (
    <ListMessage text={t('people.error')}>
      <Button variant="secondary" onClick={onRetry}>
        {t('common.tryAgain')}
      </Button>
    </ListMessage>
  );
}
