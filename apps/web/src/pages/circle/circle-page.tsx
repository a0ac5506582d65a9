import { useQuery } from '@tanstack/react-query';
import { useLocation, useParams } from 'react-router-dom';
import { BackButton } from '../../components/layout/back-button.tsx';
import { Page } from '../../components/layout/page.tsx';
import { LinkTabs } from '../../components/ui/link-tabs.tsx';
import type { Circle } from '../../features/people/api/people-keys.ts';
import { profileQuery } from '../../features/people/api/profile.queries.ts';
import { CircleList } from '../../features/people/components/circle-list.tsx';
import { SidePanels } from '../side-panels/side-panels.tsx';
import { enPeople } from '../../lib/i18n/en-people.ts';
import { addMessages, t } from '../../lib/i18n/index.ts';
import { paths } from '../../lib/paths.ts';

addMessages(enPeople);

/** The followers of a person, or those they follow. */
export function CirclePage() {
  const { userIdOrUsername = '' } = useParams();
  const { pathname } = useLocation();
  const circle: Circle = pathname === paths.following(userIdOrUsername) ? 'following' : 'followers';
  const { data: profile } = useQuery(profileQuery(userIdOrUsername));
  const tabs = (['followers', 'following'] as const).map((each) => ({
    to: paths[each](userIdOrUsername),
    label: t(`people.circle.${each}`),
    isCurrent: each === circle,
  }));
  return (
    <Page
      title={profile?.name ?? t(`people.circle.${circle}`)}
      leading={<BackButton />}
      aside={<SidePanels />}
    >
      <LinkTabs label={t('people.circleTabs')} replace tabs={tabs} />
      <CircleList key={circle} userIdOrUsername={userIdOrUsername} circle={circle} />
    </Page>
  );
}
