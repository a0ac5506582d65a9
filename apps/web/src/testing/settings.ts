import { messagePermissions } from '@skein/contracts/constants';
import type { changePassword } from '@skein/contracts/auth';
import type { UsersPage } from '@skein/contracts/relationships';
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
      const changed = { name, bio: bio === '' ? null : bio, isPrivate, isShownOutside };
      account.user = { ...account.user, ...changed, messagePermission };
      return { success: true, message: 'Saved.', user: account.user };
    }),
    mockRoute<typeof changePassword>('POST', '/auth/change-password', async (request) => {
      account.passwords.push(await request.json());
      return { success: true, message: 'Changed.' };
    }),
  );
  return account;
}

/** A page of a list of users. */
export function aUsersPage(content: User[], nextCursor: string | null = null): UsersPage {
  return { content, page: null, size: 20, last: nextCursor === null, nextCursor };
}
