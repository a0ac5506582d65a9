import type { CurrentUser } from '@skein/contracts/users';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useOutletContext } from 'react-router-dom';
import { blockedAndMutedQuery } from '../../features/relationships/blocked-and-muted-users.queries.ts';
import { PendingFollowRequests } from '../../features/relationships/follow-requests-panel.tsx';
import { followRequestsQuery } from '../../features/relationships/follow-requests.queries.ts';
import { Setting } from '../../features/settings/layout/setting.tsx';
import { SettingsContent } from '../../features/settings/layout/settings-content.tsx';
import { SettingsLink } from '../../features/settings/layout/settings-link.tsx';
import { SettingsRow } from '../../features/settings/layout/settings-row.tsx';
import { AccountToggle } from '../../features/settings/privacy/account-toggle.tsx';
import { BlockedAndMutedUsers } from '../../features/settings/privacy/blocked-and-muted-users.tsx';
import { BlockedServers } from '../../features/settings/privacy/blocked-servers.tsx';
import { DefaultAudience } from '../../features/settings/privacy/default-audience.tsx';
import { DefaultLanguage } from '../../features/settings/privacy/default-language.tsx';
import { DismissedSuggestions } from '../../features/settings/privacy/dismissed-suggestions.tsx';
import { FederationSetting } from '../../features/settings/privacy/federation-setting.tsx';
import { MessagePermission } from '../../features/settings/privacy/message-permission.tsx';
import { ShownOutsideToggle } from '../../features/settings/privacy/shown-outside-toggle.tsx';
import { t } from '../../i18n/index.ts';
import { paths } from '../../lib/paths.ts';

/** Who sees the user's threads, and whom the user does not want to see. */
export function PrivacySettingsPage() {
  const user = useOutletContext<CurrentUser>();
  const queries = [
    useQuery(followRequestsQuery),
    useInfiniteQuery(blockedAndMutedQuery('blocked')),
    useInfiniteQuery(blockedAndMutedQuery('muted')),
  ];
  return (
    <SettingsContent page="privacy" queries={queries}>
      <SettingsRow title={t('profile.privateAccount')} text={t('settings.inProfile')}>
        <SettingsLink to={paths.privateAccount}>{t('settings.openProfile')}</SettingsLink>
      </SettingsRow>
      <Setting id="search-engines">
        <ShownOutsideToggle user={user} />
      </Setting>
      <Setting id="federation">
        <FederationSetting user={user} />
      </Setting>
      <Setting id="suggestions">
        <AccountToggle user={user} setting="isDiscoverable" />
      </Setting>
      <Setting id="hidden-connections">
        <AccountToggle user={user} setting="hidesConnections" />
      </Setting>
      <Setting id="audience">
        <DefaultAudience user={user} />
      </Setting>
      <Setting id="sensitive-files">
        <AccountToggle user={user} setting="isSensitiveByDefault" />
      </Setting>
      <Setting id="default-language">
        <DefaultLanguage user={user} />
      </Setting>
      <Setting id="messages">
        <MessagePermission user={user} />
      </Setting>
      <Setting id="read-receipts">
        <AccountToggle user={user} setting="sendsReadReceipts" />
      </Setting>
      <Setting id="typing-indicators">
        <AccountToggle user={user} setting="sendsTypingIndicators" />
      </Setting>
      <PendingFollowRequests />
      <Setting id="sent-requests">
        <SettingsRow title={t('sentRequests.title')} text={t('sentRequests.text')}>
          <SettingsLink to={paths.sentRequests}>{t('sentRequests.show')}</SettingsLink>
        </SettingsRow>
      </Setting>
      <Setting id="blocked">
        <BlockedAndMutedUsers kind="blocked" />
      </Setting>
      <Setting id="blocked-servers">
        <BlockedServers />
      </Setting>
      <Setting id="muted">
        <BlockedAndMutedUsers kind="muted" />
      </Setting>
      <Setting id="dismissed-suggestions">
        <DismissedSuggestions />
      </Setting>
    </SettingsContent>
  );
}
