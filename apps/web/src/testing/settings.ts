import * as routes from '@skein/contracts/routes';
import { messagePermissions } from '@skein/contracts/constants';
import type { UsersPage } from '@skein/contracts/relationships';
import type { AccountMove, CurrentUser, User } from '@skein/contracts/users';
import { vi } from 'vitest';
import { mockRoute, server } from './api.ts';
import { parseMultipartForm } from './multipart.ts';
import { aUser, givenSession } from './session.ts';

/** Signs a user in, accepts changes of the profile and password, and records them. */
export function givenOwnProfile(fields: Partial<CurrentUser> = {}) {
  const account = {
    user: givenSession(aUser({ bio: 'Weaves by day.', ...fields })),
    saves: new Array<Record<string, string[]>>(),
    passwords: new Array<unknown>(),
  };
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:preview');
  vi.spyOn(URL, 'revokeObjectURL').mockReturnValue();
  server.use(
    mockRoute(routes.getCurrentUser, () => account.user),
    mockRoute(routes.updateProfile, async (request) => {
      const form = await parseMultipartForm(request);
      account.saves.push(form);
      const [name = account.user.name] = form['name'] ?? [];
      const [bio = account.user.bio] = form['bio'] ?? [];
      const isPrivate = form['isPrivate']?.[0] === 'true';
      const isShownOutside = form['isShownOutside']?.[0] !== 'false';
      const messagePermission =
        messagePermissions.find((value) => value === form['messagePermission']?.[0]) ??
        account.user.messagePermission;
      const sendsReadReceipts = form['sendsReadReceipts']?.[0] !== 'false';
      const remindsOfAltText = form['remindsOfAltText']?.[0] === 'true';
      const settings = {
        feedLanguages: readLanguages(form['feedLanguages'], account.user),
        isPrivate,
        isShownOutside,
        messagePermission,
        sendsReadReceipts,
      };
      const changed = { name, bio: bio === '' ? null : bio, remindsOfAltText };
      account.user = { ...account.user, ...changed, ...settings };
      return { success: true, message: 'Saved.', user: account.user };
    }),
    mockRoute(routes.changePassword, async (request) => {
      account.passwords.push(await request.json());
      return { success: true, message: 'Changed.' };
    }),
  );
  return account;
}

/** Responds to all requests of the settings page: with empty lists, and two-factor authentication off. */
export function givenSettingsPage() {
  const twoFactor = { isEnabled: false, enabledAt: null, recoveryCodesLeft: 0 };
  server.use(
    mockRoute(routes.getEmailStatus, () => ({
      email: 'ada@example.org',
      isVerified: true,
      canVerify: true,
      pendingEmail: null,
    })),
    mockRoute(routes.getTwoFactorStatus, () => twoFactor),
    mockRoute(routes.listIdentities, () => ({
      identities: [],
      hasPassword: true,
      canLink: false,
      canUnlink: true,
    })),
    mockRoute(routes.listPasskeys, () => []),
    mockRoute(routes.listSessions, () => []),
    mockRoute(routes.listAuthorizedApps, () => []),
    mockRoute(routes.listBlockedUsers, () => aUsersPage([])),
    mockRoute(routes.listBlockedServers, () => []),
    mockRoute(routes.listPendingFollowRequests, () => []),
    mockRoute(routes.listMutedUsers, () => aUsersPage([])),
    mockRoute(routes.listDismissedSuggestions, () => aUsersPage([])),
    mockRoute(routes.listFollowedHashtags, () => []),
    mockRoute(routes.listFeaturedHashtags, () => []),
    mockRoute(routes.listFilters, () => []),
    mockRoute(routes.getAccountMove, () => anAccountMove()),
  );
}

export const anAccountMove = (fields: Partial<AccountMove> = {}): AccountMove => ({
  handle: 'ada@example.org',
  aliases: [],
  movedTo: null,
  canMoveFrom: null,
  ...fields,
});

/** A page of a list of users. */
export function aUsersPage<Listed extends User>(
  content: Listed[],
  nextCursor: string | null = null,
): UsersPage & { content: Listed[] } {
  return { content, page: null, size: 20, last: nextCursor === null, nextCursor };
}

/** A form without languages has an empty text. */
function readLanguages(sent: string[] | undefined, user: CurrentUser): string[] {
  return sent?.filter((tag) => tag !== '') ?? user.feedLanguages;
}
