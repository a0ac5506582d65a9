import type { CurrentUser } from '@skein/contracts/users';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Button } from '../../../ui/button.tsx';
import { ListMessage } from '../../../ui/list-message.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { t } from '../../../i18n/index.ts';
import { useSession } from '../../../lib/session/index.ts';
import { currentUserQuery } from '../../auth/account/current-user.queries.ts';
import { logOut } from '../../auth/sign-in/log-out.ts';

interface WithCurrentUserProps {
  renderUser: (user: CurrentUser) => ReactNode;
}

/** Renders content that needs the current user. A stored user is rendered without waiting. */
export function WithCurrentUser({ renderUser }: WithCurrentUserProps) {
  const { user } = useSession();
  const { isPending } = useQuery(currentUserQuery);
  if (user !== null) return renderUser(user);
  if (isPending) return <CurrentUserSkeleton />;
  return (
    <ListMessage text={t('shell.logInForProfile')}>
      <Button onClick={() => void logOut()}>{t('shell.goToLogin')}</Button>
    </ListMessage>
  );
}

function CurrentUserSkeleton() {
  return (
    <div role="status" aria-label={t('common.loading')} className="flex flex-col gap-4 p-4">
      <Skeleton className="size-20 rounded-full" />
      <Skeleton className="h-6 w-48" />
      <Skeleton className="h-4 w-32" />
      <Skeleton className="mt-6 h-11" />
      <Skeleton className="h-11" />
      <Skeleton className="h-28" />
    </div>
  );
}
