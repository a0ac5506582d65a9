import { activityStreams } from '../../../platform/activity-streams.ts';
import { toHtml } from '../../../platform/html.ts';
import { toBannerUrl, toPictureUrl } from '../../users/index.ts';
import type { Addresses } from '../identity/addresses.ts';
import { instanceActorId, instanceUsername } from '../../../domain/instance-actor.ts';
import type { LocalActorRow } from './local-actors.queries.ts';

const security = 'https://w3id.org/security/v1';
const actorTerms = {
  manuallyApprovesFollowers: 'as:manuallyApprovesFollowers',
  alsoKnownAs: { '@id': 'as:alsoKnownAs', '@type': '@id' },
  movedTo: { '@id': 'as:movedTo', '@type': '@id' },
  toot: 'http://joinmastodon.org/ns#',
  featured: { '@id': 'toot:featured', '@type': '@id' },
  featuredTags: { '@id': 'toot:featuredTags', '@type': '@id' },
  discoverable: 'toot:discoverable',
  indexable: 'toot:indexable',
  schema: 'http://schema.org#',
  PropertyValue: 'schema:PropertyValue',
  value: 'schema:value',
  sec: 'https://w3id.org/security#',
  Multikey: 'sec:Multikey',
  assertionMethod: { '@id': 'sec:assertionMethod', '@type': '@id', '@container': '@set' },
  controller: { '@id': 'sec:controller', '@type': '@id' },
  publicKeyMultibase: { '@id': 'sec:publicKeyMultibase', '@type': 'sec:multibase' },
};

/** The document of an account, with the fields that other servers read. */
export function toActorDocument(
  row: LocalActorRow,
  {
    addresses,
    publicKey,
    assertionKey,
  }: { addresses: Addresses; publicKey: string; assertionKey: string },
): object {
  const { id, username, name, bio, isBot, isPrivate, isShownOutside } = row;
  const { origin } = addresses;
  const html = (text: string) => toHtml(text, { origin, mentions: new Map() });
  return {
    '@context': [activityStreams, security, actorTerms],
    id: addresses.actor(id),
    type: isBot ? 'Service' : 'Person',
    preferredUsername: username,
    name,
    summary: html(bio ?? ''),
    url: addresses.profile(username),
    published: row.createdAt.toISOString(),
    alsoKnownAs: row.aliases,
    ...toMovedTo(row, addresses),
    manuallyApprovesFollowers: isPrivate,
    discoverable: isShownOutside && row.isDiscoverable,
    indexable: isShownOutside,
    ...toImages(row, origin),
    attachment: row.fields.map((field) => ({
      type: 'PropertyValue',
      name: field.name,
      value: html(field.value).replace(/^<p>(.*)<\/p>$/s, '$1'),
    })),
    ...toEndpoints(id, { addresses, publicKey }),
    assertionMethod: [
      {
        id: addresses.assertionKey(id),
        type: 'Multikey',
        controller: addresses.actor(id),
        publicKeyMultibase: assertionKey,
      },
    ],
    followers: addresses.collection(id, 'followers'),
    following: addresses.collection(id, 'following'),
    featured: addresses.collection(id, 'featured'),
    featuredTags: addresses.collection(id, 'tags'),
  };
}

/** The document of the server itself, which signs its requests for documents. */
export function toInstanceDocument(options: { addresses: Addresses; publicKey: string }): object {
  return {
    '@context': [activityStreams, security, actorTerms],
    id: options.addresses.actor(instanceActorId),
    type: 'Application',
    preferredUsername: instanceUsername,
    url: options.addresses.origin,
    manuallyApprovesFollowers: true,
    ...toEndpoints(instanceActorId, options),
  };
}

export function toTombstone(id: string): object {
  return { '@context': activityStreams, id, type: 'Tombstone' };
}

function toEndpoints(
  id: string,
  { addresses, publicKey }: { addresses: Addresses; publicKey: string },
) {
  const owner = addresses.actor(id);
  return {
    inbox: addresses.inbox(id),
    outbox: addresses.collection(id, 'outbox'),
    endpoints: { sharedInbox: addresses.sharedInbox },
    publicKey: { id: addresses.key(id), owner, publicKeyPem: publicKey },
  };
}

function toMovedTo({ movedToId, movedToUri }: LocalActorRow, addresses: Addresses) {
  return movedToId === null ? {} : { movedTo: movedToUri ?? addresses.actor(movedToId) };
}

function toImages({ pictureKey, bannerKey }: LocalActorRow, origin: string) {
  const toImage = (path: string | null) =>
    path === null ? undefined : { type: 'Image', mediaType: 'image/webp', url: origin + path };
  return { icon: toImage(toPictureUrl(pictureKey)), image: toImage(toBannerUrl(bannerKey)) };
}
