import { activityStreams, everyone } from '../../../platform/activity-streams.ts';
import type { Addresses } from '../identity/addresses.ts';
import type { FederationEvent } from '../outbox/prepared-activity.ts';

/** The activity that informs other servers; null if there is nobody to inform. */
export function toActivity(event: FederationEvent, addresses: Addresses): object | null {
  const { type, objectUri, reference } = event;
  const actor = addresses.actor(event.actorId);
  const id = addresses.activity(event.id);
  if (type === 'delete') {
    return {
      '@context': activityStreams,
      id,
      type: 'Delete',
      actor,
      to: [everyone],
      object: actor,
    };
  }
  if (objectUri === null || reference === null) return null;
  switch (type) {
    case 'follow':
      return {
        '@context': activityStreams,
        ...toFollow(addresses.follow(reference), actor, objectUri),
      };
    case 'undoFollow': {
      const object = toFollow(addresses.follow(reference), actor, objectUri);
      return { '@context': activityStreams, id, type: 'Undo', actor, object };
    }
    case 'block':
      return {
        '@context': activityStreams,
        ...toBlock(addresses.block(reference), actor, objectUri),
      };
    case 'undoBlock': {
      const object = toBlock(addresses.block(reference), actor, objectUri);
      return { '@context': activityStreams, id, type: 'Undo', actor, object };
    }
    case 'accept':
    case 'reject': {
      const object = toFollow(reference, objectUri, actor);
      return {
        '@context': activityStreams,
        id,
        type: type === 'accept' ? 'Accept' : 'Reject',
        actor,
        object,
      };
    }
    default:
      return null;
  }
}

function toBlock(id: string, actor: string, object: string) {
  return { id, type: 'Block', actor, object };
}

function toFollow(id: string, actor: string, object: string) {
  return { id, type: 'Follow', actor, object };
}
