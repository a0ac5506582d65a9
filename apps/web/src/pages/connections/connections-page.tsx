import { profileTitle } from '@skein/contracts/text';
import EyeOff from 'lucide-react/icons/eye-off';
import { useQuery } from '@tanstack/react-query';
import { useLocation, useParams } from 'react-router-dom';
import { BackButton } from '../../ui/layout/back-button.tsx';
import { Page } from '../../ui/layout/page.tsx';
import { Notice } from '../../ui/notice.tsx';
import { LinkTabs } from '../../ui/link-tabs.tsx';
import type { ConnectionsKind } from '../../features/users/user-cache.ts';
import { profileQuery } from '../../features/users/profile.queries.ts';
import { ConnectionsList } from '../../features/relationships/connections-list.tsx';
import { HiddenProfile, isHidden } from '../../features/users/hidden-profile.tsx';
import { ProfileError } from '../../features/users/profile-error.tsx';
import { usePresentUsername } from '../../features/users/use-present-username.ts';
import { SidePanels } from '../side-panels/side-panels.tsx';
import { t } from '../../i18n/index.ts';
import { paths } from '../../lib/paths.ts';

/** The followers of a user or the users they follow. */
export function ConnectionsPage() {
  const { userIdOrUsername = '' } = useParams();
  const { pathname } = useLocation();
  const kind: ConnectionsKind =
    pathname === paths.following(userIdOrUsername) ? 'following' : 'followers';
  const query = useQuery(profileQuery(userIdOrUsername));
  const { data: profile, error } = query;
  usePresentUsername(userIdOrUsername, profile, paths[kind]);
  const tabs = (['followers', 'following'] as const).map((each) => ({
    to: paths[each](userIdOrUsername),
    label: t(`connections.${each}`),
    isCurrent: each === kind,
  }));
  return (
    <Page
      title={profile?.name ?? t(`connections.${kind}`)}
      tabTitle={profile && `${t(`connections.${kind}`)} · ${profileTitle(profile)}`}
      leading={<BackButton />}
      aside={<SidePanels />}
    >
      <LinkTabs label={t('connections.tabs')} replace tabs={tabs} />
      {profile !== undefined && isHidden(profile) ? (
        <HiddenProfile profile={profile} />
      ) : profile?.canViewConnections === false ? (
        <Notice
          icon={EyeOff}
          title={t('connections.hiddenTitle')}
          text={t('connections.hiddenText', { name: profile.name })}
        />
      ) : profile === undefined && error !== null ? (
        <ProfileError error={error} onRetry={() => void query.refetch()} />
      ) : (
        <ConnectionsList
          key={kind}
          userIdOrUsername={userIdOrUsername}
          kind={kind}
          isReadable={profile !== undefined}
        />
      )}
    </Page>
  );
}
