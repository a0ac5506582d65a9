import { useInfiniteQuery } from '@tanstack/react-query';
import type { User } from '@skein/contracts/users';
import { Button } from '../../../ui/button.tsx';
import { firstClick } from '../../../lib/first-click.ts';
import { t } from '../../../i18n/index.ts';
import {
  dismissedSuggestionsQuery,
  useRestoreSuggestion,
} from '../../relationships/dismissed-suggestions.queries.ts';
import { UserRows } from '../../users/user-list.tsx';
import { UserRow } from '../../users/user-row.tsx';
import { SettingsList } from '../layout/settings-list.tsx';

/** The suggested users that the viewer has dismissed, each with a button that restores it. */
export function DismissedSuggestions() {
  const query = useInfiniteQuery(dismissedSuggestionsQuery);
  const isEmpty = query.data?.length === 0;
  return (
    <SettingsList
      title={t('restrictions.dismissed')}
      text={t(isEmpty ? 'restrictions.noneDismissed' : 'restrictions.dismissedText')}
      error={t('connections.error')}
      query={query}
    >
      <UserRows
        query={query}
        rowClassName="border-b border-line py-3 last:border-b-0"
        renderRow={(user) => <UserRow user={user} action={<RestoreButton user={user} />} />}
      />
    </SettingsList>
  );
}

function RestoreButton({ user }: { user: User }) {
  const restore = useRestoreSuggestion(user.id);
  return (
    <Button
      size="sm"
      variant="secondary"
      aria-label={t('restrictions.restoreUser', { name: user.name })}
      isBusy={restore.isPending}
      onClick={firstClick(() => restore.mutate())}
    >
      {t('restrictions.restore')}
    </Button>
  );
}
