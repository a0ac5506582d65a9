import type { Addresses } from '../identity/addresses.ts';
import type { DirectEvent } from '../outbox/federation-event.ts';

interface Dependencies {
  addresses: Addresses;
}

/** Follows an account, requests to follow it, or ends that. */
export function prepareFollow({ addresses }: Dependencies, event: DirectEvent): object {
  const id = addresses.follow(event.reference);
  return toUndoable(event, { id, type: 'Follow', actor: addresses.actor(event.actorId) });
}

/** Blocks an account, or ends the block. */
export function prepareBlock({ addresses }: Dependencies, event: DirectEvent): object {
  const id = addresses.block(event.reference);
  return toUndoable(event, { id, type: 'Block', actor: addresses.actor(event.actorId) });
}

function toUndoable({ type, objectUri }: DirectEvent, fields: object): object {
  const activity = { ...fields, object: objectUri };
  return type.startsWith('undo') ? { type: 'Undo', object: activity } : activity;
}

/** Accepts or rejects the follow of another account. */
export function prepareFollowResponse(
  { addresses }: Dependencies,
  { type, actorId, reference, objectUri }: DirectEvent,
): object {
  return {
    type: type === 'accept' ? 'Accept' : 'Reject',
    object: { id: reference, type: 'Follow', actor: objectUri, object: addresses.actor(actorId) },
  };
}
