import { unreadCountMax } from '@skein/contracts/limits';
import { useQueries } from '@tanstack/react-query';
import UserPlus from 'lucide-react/icons/user-plus';
import { useNavigate } from 'react-router-dom';
import { t } from '../../i18n/index.ts';
import { paths } from '../../lib/paths.ts';
import { accountsMax, isSignedIn, useOtherAccounts } from '../../lib/session/index.ts';
import type { OtherAccount } from '../../lib/session/index.ts';
import { Avatar } from '../avatar.tsx';
import type { MenuItem } from '../menu-item.ts';
import type { AccountActions } from './shell-actions.ts';

/** The other accounts of this browser, with what is unread, and the item that adds one. */
export function useAccountItems({ switchTo, countUnread }: AccountActions) {
  const navigate = useNavigate();
  const accounts = useOtherAccounts();
  const counts = useQueries({
    queries: accounts.map(({ user, token }) => ({
      queryKey: ['other-accounts', user.id],
      queryFn: ({ signal }: { signal: AbortSignal }) => countUnread(token ?? '', signal),
      enabled: token !== null,
      retry: false,
    })),
  });
  const signIn = ({ user: { email } }: OtherAccount) =>
    void navigate(paths.addAccount, { state: { email } });
  const items = accounts.map((account, index): MenuItem => {
    const { user } = account;
    const isOpen = isSignedIn(account);
    return {
      label: user.name,
      id: user.id,
      picture: <Avatar name={user.name} picture={user.picture} size="sm" />,
      hint: isOpen ? `@${user.username}` : t('accounts.signInAgain'),
      badge: isOpen ? toBadge(counts[index]?.data) : undefined,
      onSelect: () => (isOpen ? switchTo(account) : signIn(account)),
    };
  });
  const add: MenuItem = {
    label: t('accounts.add'),
    icon: UserPlus,
    onSelect: () => void navigate(paths.addAccount),
  };
  return {
    accountItems: accounts.length + 1 < accountsMax ? [...items, add] : items,
    hasOthers: accounts.length > 0,
  };
}

function toBadge(count = 0): MenuItem['badge'] {
  if (count === 0) return undefined;
  const text = count < unreadCountMax ? String(count) : `${unreadCountMax}+`;
  return { text, label: t('accounts.unread', { shown: text }) };
}
