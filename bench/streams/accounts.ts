export interface Account {
  id: string;
  token: string;
}

const registrationsMax = 8;

/** Registers users through the public endpoint. */
export async function registerMany(origin: string, count: number): Promise<Account[]> {
  const accounts: Account[] = [];
  let next = 0;
  const register = async () => {
    while (next < count) {
      next += 1;
      accounts.push(await registerOne(origin, next));
    }
  };
  await Promise.all(Array.from({ length: registrationsMax }, register));
  return accounts;
}

async function registerOne(origin: string, index: number): Promise<Account> {
  const password = 'correct horse battery';
  const response = await post(origin, '/api/auth/register', {
    firstName: 'User',
    lastName: `Number${index}`,
    email: `user${index}@bench.example`,
    password,
    confirmPassword: password,
  });
  // As defined by the contract of registration.
  const { token, user } = response as { token: string; user: { id: string } };
  return { token, id: user.id };
}

/** Creates a group of users who accept messages of everyone, and returns its id. */
export async function createGroup(
  origin: string,
  [creator, ...others]: readonly Account[],
): Promise<string> {
  if (creator === undefined) throw new Error('A group needs a member.');
  const body = { name: 'Group', userIds: others.map(({ id }) => id) };
  // As defined by the contract of groups.
  const { id } = (await post(origin, '/api/chat/groups', body, creator.token)) as { id: string };
  return id;
}

export async function sendMessage(
  origin: string,
  sender: Account,
  target: { receiverId: string } | { conversationId: string },
  content: string,
): Promise<void> {
  await post(origin, '/api/chat/send', { ...target, content }, sender.token);
}

export async function countUnread(origin: string, { token }: Account): Promise<void> {
  const headers = { authorization: `Bearer ${token}` };
  const response = await fetch(`${origin}/api/chat/unread-count`, { headers });
  await response.arrayBuffer();
}

async function post(origin: string, path: string, body: object, token = ''): Promise<unknown> {
  const response = await fetch(origin + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${path} returned ${response.status}.`);
  return response.json();
}
