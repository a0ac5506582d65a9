import { profileTitle } from '@skein/contracts/text';
import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router-dom';
import { BackButton } from '../../ui/layout/back-button.tsx';
import { EmojiText } from '../../ui/emoji-text.tsx';
import { Page } from '../../ui/layout/page.tsx';
import { profileQuery } from '../../features/users/profile.queries.ts';
import { ProfileError } from '../../features/users/profile-error.tsx';
import { ProfileSkeleton } from '../../features/users/profile-skeleton.tsx';
import { usePresentUsername } from '../../features/users/use-present-username.ts';
import { SidePanels } from '../side-panels/side-panels.tsx';
import { t } from '../../i18n/index.ts';
import { paths } from '../../lib/paths.ts';
import { ProfileView } from './profile-view.tsx';

/** The profile of a user, by id or username. */
export function ProfilePage() {
  const { userIdOrUsername = '' } = useParams();
  const query = useQuery(profileQuery(userIdOrUsername));
  usePresentUsername(userIdOrUsername, query.data, paths.profile);
  return (
    <Page
      title={query.data?.name ?? t('profilePage.profile')}
      heading={
        query.data && <EmojiText text={query.data.name} authorUsername={query.data.username} />
      }
      tabTitle={query.data && profileTitle(query.data)}
      leading={<BackButton />}
      aside={<SidePanels />}
    >
      {query.data !== undefined ? (
        <ProfileView key={query.data.id} profile={query.data} />
      ) : query.error === null ? (
        <ProfileSkeleton />
      ) : (
        <ProfileError error={query.error} onRetry={() => void query.refetch()} />
      )}
    </Page>
  );
}
