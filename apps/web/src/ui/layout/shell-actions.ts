import type { CurrentUser } from '@skein/contracts/users';
import type { OtherAccount } from '../../lib/session/index.ts';

export interface ShellActions {
  user: CurrentUser | null;
  onCreateThread: () => void;
  onLogOut: () => void;
  accounts: AccountActions;
}

/** What the profile menu does with the other accounts of this browser. */
export interface AccountActions {
  switchTo: (account: OtherAccount) => void;
  /** Returns the number of unread notifications and messages. */
  countUnread: (token: string, signal: AbortSignal) => Promise<number>;
  onLogOutOfAll: () => void;
}
