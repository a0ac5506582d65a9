import type { ReactNode } from 'react';
import LogIn from 'lucide-react/icons/log-in';
import X from 'lucide-react/icons/x';
import { Link } from 'react-router-dom';
import { Avatar } from '../../../ui/avatar.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { t } from '../../../i18n/index.ts';
import { paths } from '../../../lib/paths.ts';
import { isSignedIn, removeOtherAccount, useOtherAccounts } from '../../../lib/session/index.ts';
import type { OtherAccount } from '../../../lib/session/index.ts';
import { switchAccount } from './accounts.ts';

interface AccountListProps {
  title: string;
  /** The page to open as the chosen account. */
  path: string;
}

/** The other accounts of this browser. */
export function AccountList({ title, path }: AccountListProps) {
  const accounts = useOtherAccounts();
  if (accounts.length === 0) return null;
  return (
    <section aria-label={title} className="mb-7">
      <h2 className="mb-2 font-medium">{title}</h2>
      <ul className="flex flex-col rounded-md border border-line">
        {accounts.map((account) => (
          <li
            key={account.user.id}
            className="flex items-center not-first:border-t not-first:border-line"
          >
            <Account account={account} path={path} />
          </li>
        ))}
      </ul>
    </section>
  );
}

const rowClass =
  'flex min-h-14 min-w-0 grow items-center gap-3 px-3 py-2 text-left hover:bg-hover active:bg-pressed';

function Account({ account, path }: { account: OtherAccount; path: string }) {
  const { user } = account;
  if (isSignedIn(account)) {
    return (
      <button type="button" className={rowClass} onClick={() => switchAccount(account, path)}>
        <Identity account={account} hint={`@${user.username}`} />
      </button>
    );
  }
  return (
    <>
      <Link
        to={paths.addAccount}
        state={{ returnPath: path, email: user.email }}
        className={rowClass}
      >
        <Identity account={account} hint={t('accounts.signedOut')}>
          <LogIn size="1.125rem" aria-hidden className="ml-auto shrink-0 text-muted" />
        </Identity>
      </Link>
      <IconButton
        icon={X}
        label={t('accounts.remove', { name: user.name })}
        onClick={() => removeOtherAccount(user.id)}
      />
    </>
  );
}

interface IdentityProps {
  account: OtherAccount;
  hint: string;
  children?: ReactNode;
}

function Identity({ account: { user }, hint, children }: IdentityProps) {
  return (
    <>
      <Avatar name={user.name} picture={user.picture} />
      <span className="min-w-0">
        <span className="block truncate font-semibold">{user.name}</span>
        <span className="block truncate text-sm text-muted">{hint}</span>
      </span>
      {children}
    </>
  );
}
