import type { User } from '@skein/contracts/users';
import { useEffect, useRef } from 'react';
import { Button } from '../../../ui/button.tsx';
import { firstClick } from '../../../lib/first-click.ts';
import { t } from '../../../i18n/index.ts';
import { useFollow, useIsFollowPending, useUnfollow } from '../api/follow.mutation.ts';

interface FollowButtonProps {
  person: User;
  /** Whether a click on Pending takes the request back; otherwise it rests. */
  canWithdraw?: boolean;
}

const words = {
  follow: { text: 'people.follow', label: 'people.followPerson' },
  following: { text: 'people.following', label: 'people.followingPerson' },
  pending: { text: 'people.pending', label: 'people.pendingPerson' },
  withdraw: { text: 'people.pending', label: 'people.withdrawPerson' },
} as const;

/** Follow, Pending or Following (spec, section 4, "Follow button on suggestions"). */
export function FollowButton({ person, canWithdraw = false }: FollowButtonProps) {
  const follow = useFollow(person.id);
  const unfollow = useUnfollow(person.id);
  const isBusy = useIsFollowPending(person.id);
  const keepFocus = useKeptFocus(isBusy);
  const state = stateOf(person, canWithdraw);
  const { text, label } = words[state];
  return (
    <Button
      size="sm"
      variant={state === 'follow' ? 'strong' : 'secondary'}
      aria-label={t(label, { name: person.name })}
      disabled={isBusy || state === 'pending'}
      // The result is shown at once: it is not dimmed while the request is on its way.
      className={isBusy ? 'disabled:cursor-progress disabled:opacity-100' : undefined}
      onClick={firstClick(({ currentTarget }) => {
        keepFocus(currentTarget);
        (state === 'follow' ? follow : unfollow).mutate(person);
      })}
    >
      {t(text)}
    </Button>
  );
}

function stateOf(person: User, canWithdraw: boolean): keyof typeof words {
  if (person.isFollowing) return 'following';
  if (person.followRequestStatus !== 'PENDING') return 'follow';
  return canWithdraw ? 'withdraw' : 'pending';
}

/** A button loses the focus when it is disabled: it gets it back once it is enabled again. */
function useKeptFocus(isBusy: boolean): (button: HTMLButtonElement) => void {
  const kept = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (isBusy) return;
    if (document.activeElement === document.body) kept.current?.focus({ preventScroll: true });
    kept.current = null;
  }, [isBusy]);
  return (button) => {
    kept.current = button;
  };
}
