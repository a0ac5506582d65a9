import { bioMaxLength, nameMaxLength } from '@skein/contracts/limits';
import { htmlToText } from '../../../platform/html-to-text.ts';
import { findHandle, InvalidActor } from '../discovery/web-finger.ts';
import type { FetchDependencies } from '../delivery/load-document.ts';
import type { Actor, Loaders, PublicKey } from '../fedify.ts';
import type { RemoteActor } from './remote-actors.repository.ts';

const uriMaxLength = 2000;
const keysMax = 10;

/**
 * Fetches an account of another server with its handle.
 * @throws InvalidActor; UnusableResponse; RateLimitedError; Error
 */
export async function loadRemoteActor(
  deps: FetchDependencies,
  uri: string,
  loaders: Loaders,
): Promise<RemoteActor> {
  requireOtherServer(deps, uri);
  const actor = await loadActor(uri, loaders);
  const name = actor.preferredUsername?.toString() ?? '';
  const handle = await findHandle(deps, { uri, name });
  requireOtherServer(deps, `https://${handle.slice(handle.indexOf('@') + 1)}`);
  return { ...(await toRemoteActor(actor, uri)), handle };
}

/** Rejects invalid addresses and those on this server, whose accounts are never remote. */
function requireOtherServer({ domains }: FetchDependencies, uri: string): void {
  const url = URL.parse(uri);
  if (url === null || uri.length > uriMaxLength || domains.includes(url.host)) {
    throw new InvalidActor('It is no account of another server.');
  }
}

async function loadActor(uri: string, { documentLoader, contextLoader }: Loaders): Promise<Actor> {
  const { parseObject, isActor } = await import('../fedify.ts');
  const { document, documentUrl } = await documentLoader(uri);
  const actor = await parseObject(document, contextLoader);
  if (!isActor(actor) || actor.id?.href !== uri) throw new InvalidActor('It is no account.');
  // A redirect to another host could otherwise impersonate its accounts.
  if (new URL(documentUrl).host !== new URL(uri).host) throw new InvalidActor('It is elsewhere.');
  return actor;
}

async function toRemoteActor(actor: Actor, uri: string): Promise<Omit<RemoteActor, 'handle'>> {
  const { host } = new URL(uri);
  const inbox = toAddress(actor.inboxId);
  if (inbox === null) throw new InvalidActor('It has no inbox.');
  return {
    uri,
    ...describe(actor, host),
    url: toAddress(actor.url instanceof URL ? actor.url : (actor.url?.href ?? null)),
    inbox,
    sharedInbox: toAddress(actor.endpoints?.sharedInbox ?? null),
    followers: toAddress(actor.followersId),
    keys: await listKeys(actor, host),
  };
}

/** The texts that users see. */
function describe({ name, preferredUsername, summary }: Actor, host: string) {
  const names = [name, preferredUsername].map((each) => cleanName(each?.toString() ?? ''));
  const bio = cut(htmlToText(summary?.toString() ?? '', []), bioMaxLength);
  return { name: names.find((each) => each !== '') ?? host, bio: bio === '' ? null : bio };
}

/** The keys in the document itself. */
async function listKeys(actor: Actor, host: string): Promise<PublicKey[]> {
  const { exportPem, loadNothing } = await import('../fedify.ts');
  const keys: PublicKey[] = [];
  const options = { documentLoader: loadNothing, suppressError: true };
  for await (const key of actor.getPublicKeys(options)) {
    const { id, publicKey } = key;
    if (id === null || publicKey === null || id.host !== host) continue;
    if (keys.length < keysMax) keys.push({ id: id.href, pem: await exportPem(publicKey) });
  }
  return keys;
}

function toAddress(url: URL | null): string | null {
  return url?.protocol === 'https:' && url.href.length <= uriMaxLength ? url.href : null;
}

/** Removes control characters and changes of the text direction. */
function cleanName(text: string): string {
  return cut(
    text
      .normalize('NFC')
      .replaceAll(/[\p{Cc}\u202A-\u202E\u2066-\u2069]|\p{Cs}/gu, ' ')
      .trim(),
    nameMaxLength,
  );
}

function cut(text: string, maxLength: number): string {
  // PostgreSQL stores neither NUL nor lone surrogates.
  const storable = text.replaceAll('\0', '').toWellFormed();
  return Array.from(storable).slice(0, maxLength).join('').trim();
}
