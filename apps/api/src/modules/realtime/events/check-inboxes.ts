import type { Inbox } from './message-events.ts';

/** Limits how long one statement and its parameters take. */
const usersPerStatement = 1000;

/** A connected user; the cursor of a stream is its position in the inbox. */
interface Reader {
  readonly userId: string;
  readonly streams: readonly { readonly cursor: number }[];
}

interface InboxChecksOptions<User extends Reader> {
  inbox: Pick<Inbox, 'listBehind'>;
  listAll: () => readonly User[];
  /** Called for each user with unsent messages. */
  wake: (user: User) => void;
  onError: (error: unknown) => void;
}

/** Finds messages without a signal, with one statement for many users. */
export function createInboxChecks<User extends Reader>(options: InboxChecksOptions<User>) {
  const { inbox, listAll, wake, onError } = options;
  /** Users with a new stream. Messages may have been stored while it was opened. */
  const opened = new Set<User>();

  async function check(users: readonly User[]): Promise<void> {
    for (let first = 0; first < users.length; first += usersPerStatement) {
      await checkBatch(users.slice(first, first + usersPerStatement));
    }
  }

  async function checkBatch(users: readonly User[]): Promise<void> {
    const connected = users.filter(({ streams }) => streams.length > 0);
    const positions = connected.map(({ userId, streams }) => ({
      userId,
      seq: Math.min(...streams.map(({ cursor }) => cursor)),
    }));
    const behind = new Set(await inbox.listBehind(positions));
    for (const user of connected) if (behind.has(user.userId)) wake(user);
  }

  return {
    /** For messages whose signal was lost. */
    checkAll: (): Promise<void> => check(listAll()).catch(onError),

    addOpened: (user: User): void => void opened.add(user),

    /** Called by a timer: a read for each new stream would delay messages when many reconnect. */
    checkOpened(): void {
      const users = [...opened];
      opened.clear();
      check(users).catch(onError);
    },
  };
}
