import { profileTitle } from '@skein/contracts/text';
import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router-dom';
import { BackButton } from '../../components/layout/back-button.tsx';
import { Page } from '../../components/layout/page.tsx';
import { profileQuery } from '../../features/people/api/profile.queries.ts';
import { MissingPerson } from '../../features/people/components/missing-person.tsx';
import { ProfileSkeleton } from '../../features/people/components/profile-skeleton.tsx';
import { SidePanels } from '../side-panels/side-panels.tsx';
import { enPeople } from '../../lib/i18n/en-people.ts';
import { addMessages, t } from '../../lib/i18n/index.ts';
import { PersonView } from './person-view.tsx';

addMessages(enPeople);

/** Somebody's profile, by id or username (spec, section 2). */
export function PersonPage() {
  const { userIdOrUsername = '' } = useParams();
  const query = useQuery(profileQuery(userIdOrUsername));
  return (
    <Page
      title={query.data?.name ?? t('people.profile')}
      tabTitle={query.data && profileTitle(query.data)}
      leading={<BackButton />}
      aside={<SidePanels />}
    >
      {query.data !== undefined ? (
        <PersonView key={query.data.id} profile={query.data} />
      ) : query.error === null ? (
        <ProfileSkeleton />
      ) : (
        <MissingPerson error={query.error} onRetry={() => void query.refetch()} />
      )}
    </Page>
  );
}
