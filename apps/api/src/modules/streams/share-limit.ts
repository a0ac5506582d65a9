import { streamsPerPersonMax } from '@skein/contracts/limits';
import type { Bus, Signal } from '../../events/bus.ts';
import { newId } from '../../shared/ids.ts';
import type { Listener } from './audience.ts';

/**
 * Holds a person to their number of streams across servers: each server tells the others of the
 * streams it has of a person, and ends its own that are older than enough others.
 */
export function createSharedLimit(bus: Pick<Bus, 'publish'>) {
  const self = newId();
  /** Streams at other servers, by server, of those who listen here. */
  const elsewhere = new WeakMap<Listener, Map<string, readonly string[]>>();

  function endSurplus(listener: Listener): void {
    const own = [...listener.streams].filter(({ channel }) => channel.isOpen);
    const others = [...(elsewhere.get(listener)?.values() ?? [])].flat();
    const newest = [...own.map(({ id }) => id), ...others].toSorted().slice(-streamsPerPersonMax);
    const kept = new Set(newest);
    for (const { id, channel } of own) if (!kept.has(id)) channel.end();
  }

  return {
    /** A person's streams at this server are others now. */
    tell: (listener: Listener): void => {
      endSurplus(listener);
      const open = [...listener.streams].filter(({ channel }) => channel.isOpen);
      const streamIds = open.map(({ id }) => id);
      bus.publish({ kind: 'streams', userId: listener.userId, server: self, streamIds });
    },

    hear(listener: Listener, { server, streamIds }: Extract<Signal, { kind: 'streams' }>): void {
      if (server === self) return;
      const servers = elsewhere.get(listener) ?? new Map<string, readonly string[]>();
      elsewhere.set(listener, servers.set(server, streamIds));
      endSurplus(listener);
    },
  };
}
