import type { Person } from '@skein/contracts/users';
import { Button } from '../../../components/ui/button.tsx';
import { t } from '../../../lib/i18n/index.ts';
import { useFollow, useUnfollow } from '../api/follow.mutation.ts';

interface FollowButtonProps {
  person: Person;
  /** Whether a click on Pending takes the request back; otherwise it rests. */
  canWithdraw?: boolean;
}

/** Follow, Pending or Following (spec, section 4, "Follow button on suggestions"). */
export function FollowButton({ person, canWithdraw = false }: FollowButtonProps) {
  const follow = useFollow(person.id);
  const unfollow = useUnfollow(person.id);
  const { name } = person;
  if (person.isFollowing) {
    return (
      <Button
        size="sm"
        variant="secondary"
        aria-label={t('people.followingPerson', { name })}
        onClick={() => unfollow.mutate(person)}
      >
        {t('people.following')}
      </Button>
    );
  }
  if (person.followRequestStatus === 'PENDING') {
    const label = canWithdraw ? 'people.withdrawPerson' : 'people.pendingPerson';
    return (
      <Button
        size="sm"
        variant="secondary"
        aria-label={t(label, { name })}
        disabled={!canWithdraw}
        onClick={() => unfollow.mutate(person)}
      >
        {t('people.pending')}
      </Button>
    );
  }
  return (
    <Button
      size="sm"
      variant="strong"
      aria-label={t('people.followPerson', { name })}
      onClick={() => follow.mutate(person)}
    >
      {t('people.follow')}
    </Button>
  );
}
