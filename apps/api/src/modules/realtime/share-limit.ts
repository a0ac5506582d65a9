import type { streamEvents } from '@skein/contracts/realtime';
import { streamsPerUserMax } from '@skein/contracts/limits';
import type { Bus, Signal } from '../../platform/events/bus.ts';
import type { EventFormat } from '../../http/streams/sse.ts';
import { newId } from '../../platform/ids.ts';
import type { Listener } from './audience.ts';

/** So often a server with streams says that it is still there; to be called in a timer. */
export const aliveIntervalMs = 2000;
/** Streams of a server count no longer than browsers take to come back from one that broke down. */
const aliveMs = 2.5 * aliveIntervalMs;

/**
 * Holds a person to their number of streams across servers: each server tells the others of the
 * streams it has of a person, and ends its own that are older than enough others. What a server has
 * told counts while it goes on saying that it is there.
 */
export function createSharedLimit(
  bus: Pick<Bus, 'publish'>,
  format: EventFormat<typeof streamEvents>,
) {
  const self = newId();
  const farewell = format('superseded', {});
  /** Streams at other servers, by server, of those who listen here. */
  let elsewhere = new WeakMap<Listener, Map<string, readonly string[]>>();
  /** When each other server was last heard of. */
  const heardAtMs = new Map<string, number>();

  const isAlive = (server: string) =>
    performance.now() - (heardAtMs.get(server) ?? Number.NEGATIVE_INFINITY) < aliveMs;

  function endSurplus(listener: Listener): void {
    const own = [...listener.streams].filter(({ channel }) => channel.isOpen);
    const others = [...(elsewhere.get(listener) ?? [])].flatMap(([server, ids]) =>
      isAlive(server) ? ids : [],
    );
    const newest = [...own.map(({ id }) => id), ...others].toSorted().slice(-streamsPerUserMax);
    const kept = new Set(newest);
    for (const { id, channel } of own) {
      if (kept.has(id)) continue;
      channel.send(farewell);
      channel.end();
    }
  }

  return {
    /** A person's streams at this server are others now. */
    tell: (listener: Listener): void => {
      endSurplus(listener);
      const open = [...listener.streams].filter(({ channel }) => channel.isOpen);
      const streamIds = open.map(({ id }) => id);
      bus.publish({ kind: 'streams', userId: listener.userId, server: self, streamIds });
    },

    /** @param listener none where nobody listens here whom it concerns */
    hear(
      listener: Listener | undefined,
      { server, streamIds }: Extract<Signal, { kind: 'streams' }>,
    ): void {
      if (listener === undefined || server === self) return;
      heardAtMs.set(server, performance.now());
      const servers = elsewhere.get(listener) ?? new Map<string, readonly string[]>();
      elsewhere.set(listener, servers.set(server, streamIds));
      endSurplus(listener);
    },

    /** Signals may have been missed: rather too many streams than one ended for others long gone. */
    forget: (): void => {
      elsewhere = new WeakMap();
    },

    sayAlive: (): void => bus.publish({ kind: 'alive', server: self }),

    hearAlive(server: string): void {
      if (server !== self) heardAtMs.set(server, performance.now());
      for (const known of heardAtMs.keys()) if (!isAlive(known)) heardAtMs.delete(known);
    },
  };
}
