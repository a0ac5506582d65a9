import type { User } from '@skein/contracts/users';
import { useEffect, useRef, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { firstClick } from '../../lib/first-click.ts';
import { t } from '../../i18n/index.ts';
import { useFollow, useIsFollowPending, useUnfollow } from './follow.mutation.ts';

interface FollowButtonProps {
  user: User;
  /** Whether Pending withdraws the request on click. Otherwise it is disabled. */
  canWithdraw?: boolean;
  /** Whether the button of a private account reads Request. */
  namesRequests?: boolean;
}

const messages = {
  request: { text: 'users.request', description: 'users.followUser' },
  follow: { text: 'users.follow', description: 'users.followUser' },
  following: { text: 'users.following', description: 'users.followingUser' },
  pending: { text: 'users.pending', description: 'users.pendingUser' },
  withdraw: { text: 'users.pending', description: 'users.withdrawUser' },
} as const;

/** Follow, Pending or Following. */
export function FollowButton({
  user,
  canWithdraw = false,
  namesRequests = false,
}: FollowButtonProps) {
  const follow = useFollow(user.id);
  const unfollow = useUnfollow(user.id);
  const isBusy = useIsFollowPending(user.id);
  const state = getState(user, canWithdraw);
  const isDisabled = isBusy || state === 'pending';
  const { rememberFocus, restoreFocus } = useRestoredFocus(isBusy, isDisabled);
  const isRequest = namesRequests && user.isPrivate && state === 'follow';
  const { text, description } = messages[isRequest ? 'request' : state];
  return (
    <Button
      size="sm"
      variant={state === 'follow' ? 'strong' : 'secondary'}
      aria-description={t(description, { name: user.name })}
      disabled={isDisabled}
      // Shows the optimistic result at full opacity while the request runs.
      className={isBusy ? 'disabled:cursor-progress disabled:opacity-100' : undefined}
      onClick={firstClick(({ currentTarget }) => {
        rememberFocus(currentTarget);
        (state === 'follow' ? follow : unfollow).mutate(user, { onSettled: restoreFocus });
      })}
    >
      {t(text)}
    </Button>
  );
}

function getState(user: User, canWithdraw: boolean): Exclude<keyof typeof messages, 'request'> {
  if (user.isFollowing) return 'following';
  if (user.followRequestStatus !== 'PENDING') return 'follow';
  return canWithdraw ? 'withdraw' : 'pending';
}

/**
 * A disabled button loses the focus. Once the request has ended, the button gets it back; a button
 * that stays disabled passes it to the link of its list row.
 */
function useRestoredFocus(isBusy: boolean, isDisabled: boolean) {
  const clicked = useRef<HTMLButtonElement>(null);
  // A fast response can end the request before `isBusy` is ever rendered as true.
  const [requestsEnded, setRequestsEnded] = useState(0);
  const hasEnded = useRef(false);
  useEffect(() => {
    const button = clicked.current;
    if (isBusy || !hasEnded.current || !button) return;
    const { activeElement, body } = document;
    if (activeElement !== body && activeElement !== button) return;
    const row = button.closest('li');
    const target = isDisabled ? row?.querySelector<HTMLElement>('a[href]') : button;
    target?.focus({ preventScroll: true });
  }, [isBusy, isDisabled, requestsEnded]);
  return {
    rememberFocus: (button: HTMLButtonElement) => {
      clicked.current = button;
      hasEnded.current = false;
    },
    restoreFocus: () => {
      hasEnded.current = true;
      setRequestsEnded((count) => count + 1);
    },
  };
}
