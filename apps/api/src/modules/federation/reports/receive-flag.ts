import { reportNoteMaxLength } from '@skein/contracts/limits';
import type { Database } from '@skein/db';
import type { Clock } from '../../../platform/clock.ts';
import { findActor } from '../actors/remote-actors.repository.ts';
import { AlreadyReceived, recordReceived } from '../expiring-values.repository.ts';
import type { Addresses } from '../identity/addresses.ts';
import { toId } from '../json-values.ts';
import { acceptsReports } from '../servers/server-policy.queries.ts';
import { insertServerReports, listReported } from './reports.repository.ts';

/** Further objects are ignored. */
const objectsMax = 50;

interface Dependencies {
  database: Database;
  clock: Clock;
  addresses: Addresses;
}

interface Flag {
  /** The activity as another server has sent it, with a valid signature. */
  document: Readonly<Record<string, unknown>>;
  actorUri: string;
  host: string;
}

/**
 * Adds a report of another server to the queue: about the reported threads of this server, or otherwise the reported
 * account. The server is the reporter: it does not say who has reported.
 */
export async function receiveFlag(
  { database, clock, addresses }: Dependencies,
  { document, actorUri, host }: Flag,
): Promise<void> {
  const { id, object, content } = document;
  if (typeof id !== 'string' || URL.parse(id)?.host !== host) return;
  const sender = await findActor(database, actorUri);
  if (sender?.isRestricted === true || !(await acceptsReports(database, host))) return;
  const uris = [object].flat().slice(0, objectsMax).map(toId);
  const reported = await listReported(database, {
    userIds: uris.flatMap((uri) => addresses.parseActor(uri) ?? []),
    threadIds: uris.flatMap((uri) => addresses.parseObject(uri) ?? []),
  });
  if (reported.length === 0) return;
  try {
    await database.$transaction(async (tx) => {
      await recordReceived(tx, id, clock.now());
      await insertServerReports(tx, { server: host, reported, note: toNote(content) });
    });
  } catch (error) {
    if (!(error instanceof AlreadyReceived)) throw error;
  }
}

/** Null without a text. Servers send plain text. */
function toNote(content: unknown): string | null {
  if (typeof content !== 'string') return null;
  const text = Array.from(content.toWellFormed()).slice(0, reportNoteMaxLength).join('').trim();
  return text === '' ? null : text;
}
