import { ForbiddenError } from '../../../platform/errors.ts';
import { storeValue } from '../delivery/values.repository.ts';
import type { Activity, Loaders } from '../fedify.ts';
import { createRecord } from '../inbox/received.ts';
import type { Received } from '../inbox/received.ts';
import { findParent } from './fetch-threads.ts';
import type { ThreadFetching } from './fetch-threads.ts';
import { InvalidNote, parseNote, parseVote, toAddress, toAudience } from './parse-note.ts';
import type { RemoteNote } from './parse-note.ts';
import { findFollowersUri, findObject, hasLocalFollowers } from './remote-objects.queries.ts';
import { storeNote, updateNote } from './store-note.ts';

/** How long the deletion of an unknown thread prevents its creation. */
const deletedDays = 7;

type ReceivedThread = Received & { loaders: Loaders };

/**
 * Stores a thread of an account that somebody here follows, that mentions somebody here, or that replies to a known
 * thread.
 * @throws ForbiddenError for a thread that is for its mentioned accounts only; AlreadyReceived
 */
export async function receiveThread(
  deps: ThreadFetching,
  { activity, document, senderId, loaders }: ReceivedThread,
): Promise<void> {
  const note = readNote(activity, document);
  if (note === null || (await findObject(deps.database, note.uri)) !== null) return;
  const isWanted =
    (await concernsThisServer(deps, document)) ||
    (await hasLocalFollowers(deps.database, senderId));
  if (!isWanted) return;
  const audience = toAudience(note, await findFollowersUri(deps.database, senderId));
  if (audience === null) throw new ForbiddenError('error.remoteDirectThread');
  const parentId = await findParent(deps, note, loaders);
  const record = createRecord(deps, activity);
  await storeNote(deps, note, { authorId: senderId, audience, parentId, isFetched: false, record });
}

/** Replaces the text of a stored thread of the sender. */
export async function updateThread(
  deps: ThreadFetching,
  { activity, document, senderId }: Received,
): Promise<void> {
  const note = readNote(activity, document);
  const stored = note === null ? null : await findObject(deps.database, note.uri);
  if (note === null || stored?.authorId !== senderId) return;
  const record = createRecord(deps, activity);
  await updateNote(deps, note, { id: stored.threadId, authorId: senderId, record });
}

/** Deletes a thread of the sender. If it is unknown, it has no effect when it arrives later. */
export async function deleteThread(deps: ThreadFetching, received: Received): Promise<void> {
  const { database, clock } = deps;
  const { activity } = received;
  const uri = activity.objectId?.href;
  if (uri === undefined || activity.objectId?.host !== activity.actorId?.host) return;
  if (await deleteStored(deps, received, uri)) return;
  const isPrevented = await database.$transaction(async (tx) => {
    // This waits for a server that is storing the thread.
    const options = { now: clock.now(), days: deletedDays };
    if (!(await storeValue(tx, `received:${uri}`, true, options))) return false;
    await createRecord(deps, activity)(tx);
    return true;
  });
  if (!isPrevented) await deleteStored(deps, received, uri);
}

/** Returns false if there is no such thread. */
async function deleteStored(
  deps: ThreadFetching,
  { activity, senderId }: Received,
  uri: string,
): Promise<boolean> {
  const stored = await findObject(deps.database, uri);
  if (stored?.authorId === senderId) {
    const deletion = { threadId: stored.threadId, authorId: senderId };
    await deps.threads.deleteRemote(deletion, createRecord(deps, activity));
  }
  return stored !== null;
}

/** Whether an activity mentions an account of this server, or is about a thread that this server knows. */
export async function concernsThisServer(
  deps: Pick<ThreadFetching, 'database' | 'addresses'>,
  document: Readonly<Record<string, unknown>>,
): Promise<boolean> {
  const { addresses, database } = deps;
  const note = tryParse(document['object']);
  const objectUri = toAddress(document['object']);
  const mentioned =
    note === null ? [] : [...note.recipients, ...note.mentions.map(({ href }) => href)];
  if (mentioned.some((each) => addresses.parseActor(each) !== null)) return true;
  const pollUri = parseVote(document['object'])?.pollUri;
  const targets = [note?.parentUri, pollUri, note === null ? objectUri : null];
  for (const uri of targets) {
    if (uri === null || uri === undefined) continue;
    if (addresses.parseObject(uri) !== null || (await findObject(database, uri)) !== null)
      return true;
  }
  return false;
}

/** The thread in an activity; null unless it belongs to the sender. */
function readNote(
  { actorId }: Activity,
  document: Readonly<Record<string, unknown>>,
): RemoteNote | null {
  const note = tryParse(document['object']);
  const isOwn =
    note?.authorUri === actorId?.href && URL.parse(note?.uri ?? '')?.host === actorId?.host;
  return isOwn ? note : null;
}

function tryParse(object: unknown): RemoteNote | null {
  try {
    return parseNote(object);
  } catch (error) {
    if (error instanceof InvalidNote) return null;
    throw error;
  }
}
