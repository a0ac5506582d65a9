import { messagePermissions } from '@skein/contracts/constants';
import type {
  changePassword,
  getEmailStatus,
  getTwoFactorStatus,
  listIdentities,
  listPasskeys,
  listSessions,
} from '@skein/contracts/auth';
import type { listFilters } from '@skein/contracts/filters';
import type { listAuthorizedApps } from '@skein/contracts/oauth';
import type {
  listBlockedUsers,
  listDismissedSuggestions,
  listMutedUsers,
  listPendingFollowRequests,
  UsersPage,
} from '@skein/contracts/relationships';
import type { listFollowedHashtags } from '@skein/contracts/search';
import type { CurrentUser, getCurrentUser, User, updateProfile } from '@skein/contracts/users';
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
    mockRoute<typeof getCurrentUser>('GET', '/users/me', () => account.user),
    mockRoute<typeof updateProfile>('PUT', '/users/me', async (request) => {
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
      const settings = { isPrivate, isShownOutside, messagePermission, sendsReadReceipts };
      const changed = { name, bio: bio === '' ? null : bio, remindsOfAltText };
      account.user = { ...account.user, ...changed, ...settings };
      return { success: true, message: 'Saved.', user: account.user };
    }),
    mockRoute<typeof changePassword>('POST', '/auth/change-password', async (request) => {
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
    mockRoute<typeof getEmailStatus>('GET', '/auth/email', () => ({
      email: 'ada@example.org',
      isVerified: true,
      canVerify: true,
    })),
    mockRoute<typeof getTwoFactorStatus>('GET', '/auth/two-factor', () => twoFactor),
    mockRoute<typeof listIdentities>('GET', '/auth/identities', () => ({
      identities: [],
      hasPassword: true,
      canLink: false,
      canUnlink: true,
    })),
    mockRoute<typeof listPasskeys>('GET', '/auth/passkeys', () => []),
    mockRoute<typeof listSessions>('GET', '/auth/sessions', () => []),
    mockRoute<typeof listAuthorizedApps>('GET', '/oauth/authorized-apps', () => []),
    mockRoute<typeof listBlockedUsers>('GET', '/users/me/blocks', () => aUsersPage([])),
    mockRoute<typeof listPendingFollowRequests>('GET', '/users/follow-requests/pending', () => []),
    mockRoute<typeof listMutedUsers>('GET', '/users/me/mutes', () => aUsersPage([])),
    mockRoute<typeof listDismissedSuggestions>('GET', '/users/suggestions/dismissed', () =>
      aUsersPage([]),
    ),
    mockRoute<typeof listFollowedHashtags>('GET', '/hashtags/followed', () => []),
    mockRoute<typeof listFilters>('GET', '/filters', () => []),
  );
}

/** A page of a list of users. */
export function aUsersPage(content: User[], nextCursor: string | null = null): UsersPage {
  return { content, page: null, size: 20, last: nextCursor === null, nextCursor };
}
