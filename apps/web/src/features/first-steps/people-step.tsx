import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import * as routes from '@skein/contracts/routes';
import { request } from '../../api/index.ts';
import { t } from '../../i18n/index.ts';
import { classNames } from '../../lib/class-names.ts';
import { FocusRegion } from '../../ui/focus-region.tsx';
import { LoadError } from '../../ui/load-error.tsx';
import { FollowButton } from '../relationships/follow-button.tsx';
import { UserRow } from '../users/user-row.tsx';
import { UserRowsSkeleton } from '../users/user-rows-skeleton.tsx';
import { userKeys } from '../users/user-cache.ts';
import { StepButtons } from './step-buttons.tsx';
import type { StepProps } from './step-buttons.tsx';

const hashtagsShown = 12;
const usersShown = 8;

const hashtagsQuery = queryOptions({
  queryKey: ['hashtags', 'first-steps'],
  queryFn: ({ signal }) =>
    request(routes.suggestHashtags, { query: { limit: hashtagsShown }, signal }),
});

/** Users who write about the hashtags, then the most followed ones. */
function usersQuery(hashtags: readonly string[]) {
  return queryOptions({
    queryKey: [...userKeys.suggested, 'first-steps', hashtags],
    queryFn: ({ signal }) =>
      request(routes.listSuggestedUsers, {
        query: { limit: usersShown, hashtags: hashtags.join(',') },
        signal,
      }),
    placeholderData: keepPreviousData,
  });
}

/** Users to follow, for the hashtags that the user selects. */
export function PeopleStep(step: StepProps) {
  const { data: hashtags = [] } = useQuery(hashtagsQuery);
  const [selected, setSelected] = useState<readonly string[]>([]);
  const toggle = (tag: string) =>
    setSelected(
      selected.includes(tag) ? selected.filter((each) => each !== tag) : [...selected, tag],
    );
  return (
    <>
      {hashtags.length > 0 && (
        <ul aria-label={t('firstSteps.hashtags')} className="flex flex-wrap gap-2">
          {hashtags.map(({ tag }) => (
            <li key={tag}>
              <HashtagToggle tag={tag} isOn={selected.includes(tag)} onToggle={() => toggle(tag)} />
            </li>
          ))}
        </ul>
      )}
      <Users hashtags={selected} />
      <StepButtons {...step} />
    </>
  );
}

interface HashtagToggleProps {
  tag: string;
  isOn: boolean;
  onToggle: () => void;
}

function HashtagToggle({ tag, isOn, onToggle }: HashtagToggleProps) {
  return (
    <button
      type="button"
      aria-pressed={isOn}
      onClick={onToggle}
      className={classNames(
        'min-h-10 rounded-full border px-3.5 font-medium transition-colors',
        isOn ? 'border-ink bg-ink text-inverse' : 'border-field bg-canvas hover:bg-hover',
      )}
    >
      <bdi>#{tag}</bdi>
    </button>
  );
}

function Users({ hashtags }: { hashtags: readonly string[] }) {
  const { data: users, isPending, refetch } = useQuery(usersQuery(hashtags));
  if (isPending) return <UserRowsSkeleton text={t('common.loading')} />;
  if (!users) return <LoadError text={t('users.error')} onRetry={() => void refetch()} />;
  if (users.length === 0) return <p className="text-muted">{t('users.noSuggestions')}</p>;
  return (
    <FocusRegion>
      <ul aria-label={t('firstSteps.people')} className="flex flex-col gap-4">
        {users.map((user) => (
          <li key={user.id}>
            <UserRow user={user} action={<FollowButton user={user} namesRequests canWithdraw />} />
          </li>
        ))}
      </ul>
    </FocusRegion>
  );
}
