import { hourMs } from '../../../platform/clock.ts';
import { fetchActor } from '../actors/fetch-actor.ts';
import { findActor } from '../actors/remote-actors.repository.ts';
import { ignoreForeignFailure } from '../http-client/load-document.ts';
import type { FetchDependencies } from '../http-client/load-document.ts';
import { AlreadyReceived, findValue, storeValue } from '../expiring-values.repository.ts';
import type { Loaders } from '../fedify.ts';
import { recordNothing } from '../inbox/received.ts';
import { haveSameHost } from '../json-values.ts';
import { classifyQuote } from '../approvals/classify-quote.ts';
import type { ClassifiedQuote } from '../approvals/classify-quote.ts';
import { parseNote, toAudience } from './parse-note.ts';
import type { RemoteNote } from './parse-note.ts';
import { findObject } from './notes.queries.ts';
import { storeNote } from './store-note.ts';
import type { StoringDependencies } from './store-note.ts';

const ancestorsMax = 20;
/** No further parent or author is fetched after this time, because a user or later activities wait for it. */
const fetchingMaxMs = 60_000;
/** Missing parents of a conversation are fetched again after this time. */
const retryMs = hourMs;

export type ThreadFetching = FetchDependencies & StoringDependencies;

/** The thread that a note replies to, which is fetched with those above it if it is missing. Null if there is none. */
export async function findParent(
  deps: ThreadFetching,
  note: RemoteNote,
  loaders: Loaders,
): Promise<string | null> {
  const { parentUri } = note;
  if (parentUri === null) return null;
  const storedId = await findThread(deps, parentUri);
  if (storedId !== null) return storedId;
  // The key contains the host of the note, because its server chooses the name of the conversation.
  const key = `ancestors:${new URL(note.uri).host}:${note.conversation ?? parentUri}`;
  const now = deps.clock.now();
  if ((await findValue(deps.database, key, now)) !== undefined) return null;
  const threadId = await fetchThread(deps, parentUri, loaders);
  // The value is stored last, because an interrupted activity is processed again.
  await storeValue(deps.database, key, true, { now, lifetimeMs: retryMs });
  return threadId;
}

/** A local thread, or a stored one of another server. */
export async function findThread(deps: ThreadFetching, uri: string): Promise<string | null> {
  const localId = deps.addresses.parseObject(uri);
  if (localId !== null) return localId;
  return (await findObject(deps.database, uri))?.threadId ?? null;
}

/**
 * Fetches a thread of another server with the missing ones above it.
 * @returns its id; null if it does not exist, is not for everyone, or its server does not respond
 * @throws RateLimitedError
 */
export async function fetchThread(
  deps: ThreadFetching,
  uri: string,
  loaders: Loaders,
): Promise<string | null> {
  const deadline = performance.now() + fetchingMaxMs;
  const isLate = () => performance.now() >= deadline || loaders.signal?.aborted === true;
  const missing: RemoteNote[] = [];
  const visitedUris = new Set<string>();
  let next: string | null = uri;
  let parentId: string | null = null;
  while (next !== null && missing.length <= ancestorsMax && !isLate()) {
    parentId = await findThread(deps, next);
    if (parentId !== null || visitedUris.has(next)) break;
    visitedUris.add(next);
    const note: RemoteNote | null = await loadNote(deps, next, loaders);
    if (note === null) break;
    missing.push(note);
    next = note.parentUri;
  }
  // A thread is stored after the one that it replies to.
  for (const note of missing.toReversed()) {
    if (isLate()) return null;
    parentId = await storeFetched(deps, note, { parentId, loaders });
  }
  return missing.length === 0 ? null : parentId;
}

/** The thread with an id, as its server has it now; null if there is none. */
export async function loadNote(
  deps: ThreadFetching,
  uri: string,
  { documentLoader }: Loaders,
): Promise<RemoteNote | null> {
  const host = URL.parse(uri)?.host;
  if (host === undefined || deps.domains.includes(host)) return null;
  const loaded = await ignoreForeignFailure(documentLoader(uri));
  const note = parseNote(loaded?.document);
  if (loaded === null || note?.uri !== uri) return null;
  // A document of another host could be written by anyone.
  const isOnHost = [loaded.documentUrl, note.authorUri].every((each) => haveSameHost(each, uri));
  return isOnHost ? note : null;
}

async function storeFetched(
  deps: ThreadFetching,
  note: RemoteNote,
  { parentId, loaders }: { parentId: string | null; loaders: Loaders },
): Promise<string | null> {
  const audience = toAudience(note, null);
  const authorId = audience === null ? null : await findAuthor(deps, note.authorUri, loaders);
  if (audience === null || authorId === null) return null;
  // A further thread is not fetched, so that cycles of quotes end.
  const quotedId = note.quote === null ? null : await findThread(deps, note.quote.uri);
  const quote = await resolveQuote(deps, note, { quotedId, authorId, loaders });
  if (quote?.state === 'forbidden') return null;
  const storing = { authorId, audience, parentId, quote, isFetched: true, record: recordNothing };
  try {
    return await storeNote(deps, note, storing);
  } catch (error) {
    if (!(error instanceof AlreadyReceived)) throw error;
    return findThread(deps, note.uri);
  }
}

/** The thread that a note quotes; null if it quotes none, or one that is unknown. */
export async function resolveQuote(
  deps: ThreadFetching,
  { uri, quote: link }: RemoteNote,
  { quotedId, authorId, loaders }: { quotedId: string | null; authorId: string; loaders: Loaders },
): Promise<(ClassifiedQuote & { quotedId: string }) | null> {
  if (link === null || quotedId === null) return null;
  const quote = await classifyQuote(deps, { uri, authorId, link }, { quotedId, loaders });
  return quote && { ...quote, quotedId };
}

/** Null for an account that cannot be loaded, or that moderators have restricted. */
async function findAuthor(
  deps: ThreadFetching,
  uri: string,
  loaders: Loaders,
): Promise<string | null> {
  const author = await findActor(deps.database, uri);
  if (author !== null) return author.isRestricted ? null : author.userId;
  return ignoreForeignFailure(fetchActor(deps, uri, loaders));
}
