import type { CurrentUser } from '@skein/contracts/users';
import { useQuery } from '@tanstack/react-query';
import { useOutletContext } from 'react-router-dom';
import { listsQuery } from '../../features/lists/own-lists.queries.ts';
import { followedHashtagsQuery } from '../../features/search/hashtags.queries.ts';
import { FeedLanguages } from '../../features/settings/feed/feed-languages.tsx';
import { FollowedHashtags } from '../../features/settings/feed/followed-hashtags.tsx';
import { ListSettings } from '../../features/settings/feed/list-settings.tsx';
import { Setting } from '../../features/settings/layout/setting.tsx';
import { SettingsContent } from '../../features/settings/layout/settings-content.tsx';
import { filtersQuery } from '../../features/settings/privacy/filters.queries.ts';
import { KeywordFilters } from '../../features/settings/privacy/keyword-filters.tsx';

/** Which threads the feeds contain. */
export function FeedSettingsPage() {
  const user = useOutletContext<CurrentUser>();
  const queries = [useQuery(listsQuery), useQuery(filtersQuery), useQuery(followedHashtagsQuery)];
  return (
    <SettingsContent page="feeds" queries={queries}>
      <Setting id="lists">
        <ListSettings />
      </Setting>
      <Setting id="filters">
        <KeywordFilters />
      </Setting>
      <Setting id="hashtags">
        <FollowedHashtags />
      </Setting>
      <Setting id="feed-languages">
        <FeedLanguages user={user} />
      </Setting>
    </SettingsContent>
  );
}
