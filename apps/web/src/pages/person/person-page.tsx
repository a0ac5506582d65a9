import { useQuery } from '@tanstack/react-query';
import { UserX } from 'lucide-react';
import { useNavigate, useParams } from 'react-router-dom';
import { BackButton } from '../../components/layout/back-button.tsx';
import { Page } from '../../components/layout/page.tsx';
import { Button } from '../../components/ui/button.tsx';
import { profileQuery } from '../../features/people/api/profile.queries.ts';
import { PeopleNotice } from '../../features/people/components/people-notice.tsx';
import { ProfileSkeleton } from '../../features/people/components/profile-skeleton.tsx';
import { SidePanels } from '../side-panels/side-panels.tsx';
import { ListMessage } from '../../components/ui/list-message.tsx';
import { ApiError } from '../../lib/api/index.ts';
import { enPeople } from '../../lib/i18n/en-people.ts';
import { addMessages, t } from '../../lib/i18n/index.ts';
import { paths } from '../../lib/paths.ts';
import { PersonView } from './person-view.tsx';

addMessages(enPeople);

/** Somebody's profile, by id or username (spec, section 2). */
export function PersonPage() {
  const { userIdOrUsername = '' } = useParams();
  const query = useQuery(profileQuery(userIdOrUsername));
  return (
    <Page
      title={query.data?.name ?? t('people.profile')}
      leading={<BackButton />}
      aside={<SidePanels />}
    >
      {query.data === undefined ? (
        <Missing error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <PersonView key={query.data.id} profile={query.data} />
      )}
    </Page>
  );
}

function Missing({ error, onRetry }: { error: Error | null; onRetry: () => void }) {
  const navigate = useNavigate();
  if (error === null) return <ProfileSkeleton />;
  if (error instanceof ApiError && error.status === 404) {
    return (
      <PeopleNotice icon={UserX} title={t('people.notFound')} text={t('people.notFoundText')}>
        <Button variant="secondary" onClick={() => void navigate(paths.feed)}>
          {t('people.backToFeed')}
        </Button>
      </PeopleNotice>
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
