import type { TestApi } from '../api.ts';

/** A registered, signed-in person. */
export interface User {
  id: string;
  name: string;
  username: string;
  email: string;
  password: string;
  token: string;
  /** The header that makes a request theirs: `request.get(path).set(person.auth)`. */
  auth: { Authorization: string };
}

interface UserOptions {
  firstName?: string;
  lastName?: string;
  email?: string;
  password?: string;
  /** Instead of the one derived from the name. */
  username?: string;
  isPrivate?: boolean;
  isVerified?: boolean;
}

let made = 0;

/** Whoever settings with `adminEmails: [administratorEmail]` name. */
export const administratorEmail = 'boss@example.org';

/** Registers that administrator, and shows that the address is theirs. */
export async function createAdministrator(api: TestApi): Promise<User> {
  const person = await createUser(api, { email: administratorEmail });
  const data = { emailProvenAt: new Date() };
  await api.database.user.update({ where: { id: person.id }, data });
  return person;
}

/** Registers somebody; every part of them can be chosen, none has to be. */
export async function createUser(api: TestApi, options: UserOptions = {}): Promise<User> {
  made += 1;
  const password = options.password ?? 'correct horse battery';
  const email = options.email ?? `person${made}@example.org`;
  const { response } = await api.services.auth.register(
    {
      firstName: options.firstName ?? 'Person',
      lastName: options.lastName ?? `Number${made}`,
      email,
      password,
      confirmPassword: password,
    },
    { userAgent: undefined, address: undefined, locale: 'en' },
  );
  const { id, name } = response.user;
  const { username = response.user.username, isPrivate = false, isVerified = false } = options;
  if (isPrivate || isVerified || options.username !== undefined) {
    await api.database.user.update({ where: { id }, data: { username, isPrivate, isVerified } });
  }
  const auth = { Authorization: `Bearer ${response.token}` };
  return { id, name, username, email, password, token: response.token, auth };
}
