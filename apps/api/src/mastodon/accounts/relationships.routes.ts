import { followRequestsLimit, muteMaxSeconds } from '@skein/contracts/limits';
import type { MutedUser } from '@skein/contracts/relationships';
import { saveNote as saveNoteContract } from '@skein/contracts/relationships';
import type { Scope } from '@skein/contracts/scopes';
import { z } from 'zod';
import { defineMastodonRoute } from '../../http/mastodon/mastodon-route.ts';
import type { BindMastodon } from '../../http/mastodon/bind-mastodon.ts';
import type { Viewer } from '../../platform/viewer.ts';
import { parseInput } from '../../http/routes/parse-input.ts';
import { userNotFound } from '../../modules/users/index.ts';
import { NotFoundError } from '../../platform/errors.ts';
import { toRelationship } from './account.serializer.ts';
import { cursorFields, loadAccounts, readCursorPage } from './paginated-accounts.ts';
import { limitField, requireId, unsupported } from '../pagination.ts';
import { flag, oneOrMore } from '../request-fields.ts';
import type { MastodonServices } from '../services.ts';

const listRelationships = defineMastodonRoute({
  id: 'mastodon.listRelationships',
  method: 'GET',
  path: '/v1/accounts/relationships',
  auth: 'bearer',
  scope: 'read:follows',
  reads: 'replica',
  query: z.object({
    id: oneOrMore(80).default([]),
  }),
});

const accountAction = (name: string, scope: Scope) =>
  defineMastodonRoute({
    id: `mastodon.${name}Account`,
    method: 'POST',
    path: `/v1/accounts/{id}/${name}`,
    auth: 'bearer',
    scope,
    fieldNames: { userId: 'id' },
    whenFrozen: 'allowed',
  });

const follow = defineMastodonRoute({
  id: 'mastodon.followAccount',
  method: 'POST',
  path: '/v1/accounts/{id}/follow',
  auth: 'bearer',
  scope: 'write:follows',
  limit: 'follows',
  awaitedBy: 'viewer',
  fieldNames: { userId: 'id' },
  fields: z.object({
    reblogs: flag.optional(),
    notify: flag.optional(),
    languages: oneOrMore(200).nullish(),
  }),
});

const mute = defineMastodonRoute({
  id: 'mastodon.muteAccount',
  method: 'POST',
  path: '/v1/accounts/{id}/mute',
  auth: 'bearer',
  scope: 'write:mutes',
  whenFrozen: 'allowed',
  // Zero is a mute without an end.
  fields: z.object({ duration: z.coerce.number().int().min(0).max(muteMaxSeconds).optional() }),
});

const saveNote = defineMastodonRoute({
  id: 'mastodon.saveNote',
  method: 'POST',
  path: '/v1/accounts/{id}/note',
  auth: 'bearer',
  scope: 'write:accounts',
  whenFrozen: 'allowed',
  fields: z.object({ comment: z.string().nullish() }),
  fieldNames: { note: 'comment', userId: 'id' },
});

const listFollowRequests = defineMastodonRoute({
  id: 'mastodon.listFollowRequests',
  method: 'GET',
  path: '/v1/follow_requests',
  auth: 'bearer',
  scope: 'read:follows',
  reads: 'replica',
  query: z.object({ limit: limitField(40) }),
});

const decideFollowRequest = (name: 'authorize' | 'reject') =>
  defineMastodonRoute({
    id: `mastodon.${name}FollowRequest`,
    method: 'POST',
    path: `/v1/follow_requests/{id}/${name}`,
    auth: 'bearer',
    scope: 'write:follows',
    whenFrozen: name === 'reject' ? 'allowed' : 'rejected',
  });

const listHidden = (name: 'blocks' | 'mutes') =>
  defineMastodonRoute({
    id: `mastodon.${name}`,
    method: 'GET',
    path: `/v1/${name}`,
    auth: 'bearer',
    scope: `read:${name}`,
    reads: 'replica',
    query: cursorFields,
  });

const listDomainBlocks = defineMastodonRoute({
  id: 'mastodon.listDomainBlocks',
  method: 'GET',
  path: '/v1/domain_blocks',
  auth: 'bearer',
  scope: 'read:blocks',
  reads: 'replica',
});

const changeDomainBlock = (method: 'POST' | 'DELETE') =>
  defineMastodonRoute({
    id: `mastodon.${method === 'POST' ? 'blockDomain' : 'unblockDomain'}`,
    method,
    path: '/v1/domain_blocks',
    auth: 'bearer',
    scope: 'write:blocks',
    whenFrozen: 'allowed',
    fields: z.object({ domain: z.string().default('') }),
  });

export function relationshipsRoutes(bindMastodon: BindMastodon, services: MastodonServices): void {
  const { relationships } = services;
  bindMastodon(listRelationships, ({ viewer, query }) =>
    loadRelationships(
      services,
      viewer,
      query.id.map((id) => requireId(id, userNotFound)),
    ),
  );

  const actions = {
    unfollow: [relationships.unfollow, 'write:follows'],
    remove_from_followers: [relationships.removeFollower, 'write:follows'],
    block: [relationships.block, 'write:blocks'],
    unblock: [relationships.unblock, 'write:blocks'],
    unmute: [relationships.unmute, 'write:mutes'],
  } as const;
  for (const [name, [act, scope]] of Object.entries(actions)) {
    bindMastodon(accountAction(name, scope), async ({ viewer, params }) => {
      const id = requireId(params['id'], userNotFound);
      await act(viewer, id);
      return getRelationship(services, viewer, id);
    });
  }

  bindMastodon(follow, async ({ viewer, params, fields: { reblogs, notify, languages } }) => {
    if (languages?.some((language) => language !== '')) {
      throw unsupported('languages', 'error.app.notSupported');
    }
    const id = requireId(params['id'], userNotFound);
    const { isFollowing } = await relationships.follow(viewer, id);
    if (reblogs === false) await relationships.muteReposts(viewer, id);
    if (reblogs === true) await relationships.unmuteReposts(viewer, id);
    // A request to follow a private account cannot contain it.
    if (notify !== undefined && isFollowing) await relationships.setNotifying(viewer, id, notify);
    return getRelationship(services, viewer, id);
  });

  bindMastodon(mute, async ({ viewer, params, fields: { duration } }) => {
    const id = requireId(params['id'], userNotFound);
    await relationships.mute(viewer, id, {
      durationSeconds: duration === 0 ? undefined : duration,
    });
    return getRelationship(services, viewer, id);
  });

  bindMastodon(saveNote, async ({ viewer, params, fields: { comment } }) => {
    const id = requireId(params['id'], userNotFound);
    const { note } = parseInput(saveNoteContract.body.schema, { note: comment ?? '' });
    await relationships.saveNote(viewer, id, note);
    return getRelationship(services, viewer, id);
  });

  requestRoutes(bindMastodon, services);
  hiddenUsersRoutes(bindMastodon, services);
}

/** The lists of blocked and muted users, and blocked servers. */
function hiddenUsersRoutes(bindMastodon: BindMastodon, services: MastodonServices): void {
  const { relationships } = services;
  // All of them, because their number is limited.
  bindMastodon(listDomainBlocks, async ({ viewer }) =>
    (await relationships.listBlockedServers(viewer)).map(({ domain }) => domain),
  );
  bindMastodon(changeDomainBlock('POST'), async ({ viewer, fields }) => {
    await relationships.blockServer(viewer, fields.domain);
    return {};
  });
  bindMastodon(changeDomainBlock('DELETE'), async ({ viewer, fields }) => {
    await relationships.unblockServer(viewer, fields.domain).catch((error: unknown) => {
      // As in Mastodon, a repetition succeeds.
      if (!(error instanceof NotFoundError)) throw error;
    });
    return {};
  });
  bindMastodon(listHidden('blocks'), ({ viewer, ...input }) =>
    readCursorPage(
      services,
      input,
      (query) => relationships.listBlocked(viewer, query),
      (listed) => loadAccounts(services, viewer, listed),
    ),
  );
  bindMastodon(listHidden('mutes'), ({ viewer, ...input }) =>
    readCursorPage(
      services,
      input,
      (query) => relationships.listMuted(viewer, query),
      (listed) => loadMutedAccounts(services, viewer, listed),
    ),
  );
}

function requestRoutes(bindMastodon: BindMastodon, services: MastodonServices): void {
  const { relationships } = services;
  bindMastodon(listFollowRequests, async ({ viewer, query }) => {
    const requests = await relationships.listPending(
      viewer,
      Math.min(query.limit, followRequestsLimit),
    );
    return loadAccounts(
      services,
      viewer,
      requests.map(({ requester }) => requester),
    );
  });
  for (const name of ['authorize', 'reject'] as const) {
    const decide = name === 'authorize' ? relationships.approve : relationships.reject;
    bindMastodon(decideFollowRequest(name), async ({ viewer, params }) => {
      const id = requireId(params['id'], userNotFound);
      // Mastodon identifies a request by its account.
      const pending = await relationships.listPending(viewer, followRequestsLimit);
      const request = pending.find(({ requester }) => requester.id === id);
      if (request === undefined) throw userNotFound();
      await decide(viewer, request.id);
      return getRelationship(services, viewer, id);
    });
  }
}

/** The entity `MutedAccount`. */
async function loadMutedAccounts(
  services: MastodonServices,
  viewer: Viewer,
  listed: readonly MutedUser[],
) {
  const ends = new Map(listed.map(({ id, mutedUntil }) => [id, mutedUntil]));
  const accounts = await loadAccounts(services, viewer, listed);
  return accounts.map((account) => ({ ...account, mute_expires_at: ends.get(account.id) ?? null }));
}

/** @throws NotFoundError */
export async function getRelationship(
  services: MastodonServices,
  viewer: Viewer,
  id: string,
): Promise<object> {
  const [relationship] = await loadRelationships(services, viewer, [id]);
  if (relationship === undefined) throw userNotFound();
  return relationship;
}

/** In the order of the ids, without users that the viewer may not see. */
async function loadRelationships(
  { users, relationships }: MastodonServices,
  viewer: Viewer,
  ids: readonly string[],
) {
  const [profiles, pending, notes] = await Promise.all([
    users.listProfiles(viewer, ids),
    relationships.listPending(viewer, followRequestsLimit),
    relationships.listNotes(viewer, ids),
  ]);
  const requesters = new Set(pending.map(({ requester }) => requester.id));
  return ids.flatMap((id) => {
    const profile = profiles.get(id);
    if (profile === undefined) return [];
    const details = { isRequestedBy: requesters.has(id), note: notes.get(id) ?? '' };
    return [toRelationship(profile, details)];
  });
}
