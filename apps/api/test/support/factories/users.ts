import type { TestApi } from '../api.ts';

/** A registered, signed-in user. */
export interface User {
  id: string;
  name: string;
  username: string;
  email: string;
  password: string;
  token: string;
  /** The authorization header: `request.get(path).set(user.auth)`. */
  auth: { Authorization: string };
}

interface UserOptions {
  firstName?: string;
  lastName?: string;
  email?: string;
  password?: string;
  /** Replaces the username derived from the name. */
  username?: string;
  isPrivate?: boolean;
  isVerified?: boolean;
}

let createdCount = 0;

/** For the setting `adminEmails: [administratorEmail]`. */
export const administratorEmail = 'boss@example.org';

/** Registers the administrator with a verified email address. */
export async function createAdministrator(api: TestApi): Promise<User> {
  const user = await createUser(api, { email: administratorEmail });
  const data = { emailProvenAt: new Date() };
  await api.database.user.update({ where: { id: user.id }, data });
  return user;
}

/** Registers a user with default values for all omitted options. */
export async function createUser(api: TestApi, options: UserOptions = {}): Promise<User> {
  createdCount += 1;
  const password = options.password ?? 'correct horse battery';
  const email = options.email ?? `user${createdCount}@example.org`;
  const signedIn = await api.services.auth.register(
    {
      firstName: options.firstName ?? 'User',
      lastName: options.lastName ?? `Number${createdCount}`,
      email,
      password,
      confirmPassword: password,
    },
    { userAgent: undefined, address: undefined, locale: 'en' },
  );
  const { response } = requireSignedIn(signedIn);
  const { id, name } = response.user;
  const { username = response.user.username, isPrivate = false, isVerified = false } = options;
  if (isPrivate || isVerified || options.username !== undefined) {
    await api.database.user.update({ where: { id }, data: { username, isPrivate, isVerified } });
  }
  const auth = { Authorization: `Bearer ${response.token}` };
  return { id, name, username, email, password, token: response.token, auth };
}

function requireSignedIn<SignedIn>(signedIn: SignedIn | null): SignedIn {
  if (signedIn === null) throw new Error('The account waits for approval.');
  return signedIn;
}
