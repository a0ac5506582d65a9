import {
  bioMaxLength,
  nameMaxLength,
  profileFieldNameMaxLength,
  profileFieldsMax,
  profileFieldValueMaxLength,
} from '@skein/contracts/limits';
import type { ProfileFields } from '@skein/contracts/users';
import { htmlToText } from '../../../platform/html-to-text.ts';
import { findHandle, InvalidActor } from '../discovery/web-finger.ts';
import type { FetchDependencies } from '../http-client/load-document.ts';
import type { Actor, Image, Loaders, PublicKey } from '../fedify.ts';
import { addressMaxLength, toAddress, toHttpsAddress, toObject } from '../json-values.ts';
import { createEmojiMarker, emojiMax, listEmoji, trimEmoji } from '../threads/mark-emoji.ts';
import type { RemoteEmoji } from '../threads/mark-emoji.ts';
import { saveActor } from './remote-actors.repository.ts';
import type { RemoteActor } from './remote-actors.repository.ts';

const keysMax = 10;
const aliasesMax = 10;

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
  const { actor, document } = await loadActor(uri, loaders);
  const name = actor.preferredUsername?.toString() ?? '';
  const handle = await findHandle(deps, { uri, name, loaders });
  requireOtherServer(deps, `https://${handle.slice(handle.indexOf('@') + 1)}`);
  // Misskey's context does not say that it is an address.
  const featured = toAddress(toObject(document)['featured']);
  return { ...(await toRemoteActor(actor, uri)), featured, handle };
}

/**
 * Fetches and stores an account of another server.
 * @returns the id of its user
 * @throws as `loadRemoteActor`
 */
export async function fetchActor(
  deps: FetchDependencies,
  uri: string,
  loaders: Loaders,
): Promise<string> {
  return saveActor(deps.database, await loadRemoteActor(deps, uri, loaders), deps.clock.now());
}

/** Rejects invalid addresses and those on this server, whose accounts are never remote. */
function requireOtherServer({ domains }: FetchDependencies, uri: string): void {
  const url = URL.parse(uri);
  if (url === null || uri.length > addressMaxLength || domains.includes(url.host)) {
    throw new InvalidActor('It is no account of another server.');
  }
}

async function loadActor(uri: string, { documentLoader, contextLoader }: Loaders) {
  const { parseObject, isActor } = await import('../fedify.ts');
  const { document, documentUrl } = await documentLoader(uri);
  const actor = await parseObject(document, contextLoader);
  if (!isActor(actor) || actor.id?.href !== uri) throw new InvalidActor('It is no account.');
  // A redirect to another host could otherwise impersonate its accounts.
  if (new URL(documentUrl).host !== new URL(uri).host) throw new InvalidActor('It is elsewhere.');
  return { actor, document };
}

async function toRemoteActor(
  actor: Actor,
  uri: string,
): Promise<Omit<RemoteActor, 'handle' | 'featured'>> {
  const { Application, Service } = await import('../fedify.ts');
  const { host } = new URL(uri);
  // Other hosts would receive what their servers have not asked for, even if they are suspended.
  const toInbox = (url: URL | null | undefined) =>
    url?.host === host ? toHttpsAddress(url) : null;
  const inbox = toInbox(actor.inboxId);
  if (inbox === null) throw new InvalidActor('It has no inbox.');
  return {
    uri,
    ...(await readTexts(actor, host)),
    ...(await listImages(actor)),
    url: toHttpsAddress(actor.url instanceof URL ? actor.url : (actor.url?.href ?? null)),
    inbox,
    sharedInbox: toInbox(actor.endpoints?.sharedInbox),
    followers: toHttpsAddress(actor.followersId),
    aliases: actor.aliasIds.flatMap((alias) => toHttpsAddress(alias) ?? []).slice(0, aliasesMax),
    movedTo: toHttpsAddress(actor.successorId),
    createdAt: toCreationTime(actor),
    isBot: actor instanceof Application || actor instanceof Service,
    keys: await listKeys(actor, host),
  };
}

/** The texts that users see. */
async function readTexts(actor: Actor, host: string) {
  const emoji = await readEmoji(actor);
  const mark = createEmojiMarker(emoji);
  const { name, preferredUsername, summary } = actor;
  const names = [mark(name?.toString() ?? ''), preferredUsername?.toString() ?? ''].map((each) =>
    toLine(each, nameMaxLength),
  );
  const bio = cut(mark(htmlToText(summary?.toString() ?? '', [])), bioMaxLength);
  return {
    name: names.find((each) => each !== '') ?? host,
    bio: bio === '' ? null : bio,
    fields: await listFields(actor, mark),
    emoji,
  };
}

/** The names and values of the profile. */
async function listFields(actor: Actor, mark: (text: string) => string): Promise<ProfileFields> {
  const { PropertyValue } = await import('../fedify.ts');
  const fields: ProfileFields = [];
  for await (const part of actor.getAttachments(await createEmbeddedLoader())) {
    if (!(part instanceof PropertyValue) || fields.length >= profileFieldsMax) continue;
    const [name = '', value = ''] = [part.name, part.value].map((text) =>
      mark(htmlToText(text?.toString() ?? '', []).replaceAll('\n', ' ')),
    );
    const field = {
      name: toLine(name, profileFieldNameMaxLength),
      value: toLine(value, profileFieldValueMaxLength),
    };
    if (field.name !== '' && field.value !== '') fields.push(field);
  }
  return fields;
}

/** The custom emoji of the texts. */
async function readEmoji(actor: Actor): Promise<RemoteEmoji[]> {
  const { Emoji } = await import('../fedify.ts');
  const options = await createEmbeddedLoader();
  const tags: Parameters<typeof listEmoji>[0][number][] = [];
  for await (const tag of actor.getTags(options)) {
    if (tags.length >= emojiMax) break;
    if (!(tag instanceof Emoji)) continue;
    const uri = toImageAddress(await tag.getIcon(options));
    tags.push({ name: tag.name?.toString() ?? '', uri });
  }
  return listEmoji(tags);
}

/** The addresses of the picture and the banner. */
async function listImages(
  actor: Actor,
): Promise<{ picture: string | null; banner: string | null }> {
  const options = await createEmbeddedLoader();
  const [picture, banner] = [await actor.getIcon(options), await actor.getImage(options)];
  return { picture: toImageAddress(picture), banner: toImageAddress(banner) };
}

function toImageAddress(image: Image | null): string | null {
  const url = image?.url;
  return toHttpsAddress(url instanceof URL ? url : (url?.href ?? null));
}

/** Reads only what the document itself contains. */
async function createEmbeddedLoader() {
  const { loadNothing } = await import('../fedify.ts');
  return { documentLoader: loadNothing, suppressError: true };
}

/** The keys in the document itself. */
async function listKeys(actor: Actor, host: string): Promise<PublicKey[]> {
  const { exportPem } = await import('../fedify.ts');
  const keys: PublicKey[] = [];
  for await (const key of actor.getPublicKeys(await createEmbeddedLoader())) {
    const { id, publicKey } = key;
    if (id === null || publicKey === null || id.host !== host) continue;
    if (keys.length < keysMax) keys.push({ id: id.href, pem: await exportPem(publicKey) });
  }
  return keys;
}

/** Null if it is unknown. A time in the future is not the creation of an account. */
function toCreationTime({ published }: Actor): Date | null {
  const time = published?.epochMilliseconds ?? -1;
  return time < 0 || time > Date.now() ? null : new Date(time);
}

/** Removes control characters and changes of the text direction. */
function toLine(text: string, maxLength: number): string {
  return cut(
    text
      .normalize('NFC')
      .replaceAll(/[\p{Cc}\u202A-\u202E\u2066-\u2069]|\p{Cs}/gu, ' ')
      .replaceAll(/ {2,}/g, ' ')
      .trim(),
    maxLength,
  );
}

function cut(text: string, maxLength: number): string {
  // PostgreSQL stores neither NUL nor lone surrogates.
  const storable = text.replaceAll('\0', '').toWellFormed();
  return trimEmoji(Array.from(storable).slice(0, maxLength).join('').trim());
}
