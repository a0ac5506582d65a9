import * as routes from '@skein/contracts/routes';
import { request } from '../../../api/index.ts';
import { openPage } from '../../../lib/open-page.ts';
import { paths } from '../../../lib/paths.ts';
import { switchSession } from '../../../lib/session/index.ts';
import type { OtherAccount } from '../../../lib/session/index.ts';

/** Opens a page as another account of this browser that is signed in. */
export function switchAccount(account: OtherAccount, path: string = paths.feed): void {
  switchSession(account.user.id);
  void renewStreamCookie(account);
  openPage(path);
}

/** Sets the cookie of the event stream, which belongs to the present account. Never rejects. */
export async function renewStreamCookie({ token }: OtherAccount): Promise<void> {
  if (token === null) return;
  // The stream requests a cookie itself if this fails.
  await request(routes.exchangeSession, { token }).catch(() => undefined);
}

/** The number of unread notifications and messages of another account. */
export async function countUnread(token: string, signal: AbortSignal): Promise<number> {
  const [notifications, messages] = await Promise.all([
    request(routes.countUnreadNotifications, { token, signal }),
    request(routes.countUnreadMessages, { token, signal }),
  ]);
  return notifications.count + messages.count;
}
