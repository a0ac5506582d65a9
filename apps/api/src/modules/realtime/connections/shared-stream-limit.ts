import type { streamEvents } from '@skein/contracts/realtime';
import { streamsPerUserMax } from '@skein/contracts/limits';
import type { Bus, Signal } from '../../../platform/events/bus.ts';
import type { EventFormat } from '../../../platform/events/event-stream.ts';
import { newId } from '../../../platform/ids.ts';
import type { ConnectedUser } from './connection-registry.ts';

/** How often a server with streams publishes that it is alive. */
export const aliveIntervalMs = 2000;
/**
 * How long the streams of a silent server count; clients of a crashed server reconnect after this.
 */
const aliveMs = 2.5 * aliveIntervalMs;

export type SharedStreamLimit = ReturnType<typeof createSharedStreamLimit>;

/**
 * Limits the streams per user across servers. Each server publishes its streams of a user, and
 * closes its own oldest ones if there are too many in total. The streams of a server count as long
 * as it is alive.
 */
export function createSharedStreamLimit(
  bus: Pick<Bus, 'publish'>,
  format: EventFormat<typeof streamEvents>,
) {
  const self = newId();
  const supersededEvent = format('superseded', {});
  /** Streams on other servers, by server, of the users connected here. */
  let remote = new WeakMap<ConnectedUser, Map<string, readonly string[]>>();
  /** When each other server was last known to be alive. */
  const lastSeenMs = new Map<string, number>();

  const isAlive = (server: string) =>
    performance.now() - (lastSeenMs.get(server) ?? Number.NEGATIVE_INFINITY) < aliveMs;

  function closeExcess(user: ConnectedUser): void {
    const own = user.streams.filter(({ channel }) => channel.isOpen);
    const others = [...(remote.get(user) ?? [])].flatMap(([server, ids]) =>
      isAlive(server) ? ids : [],
    );
    const newest = [...own.map(({ id }) => id), ...others].toSorted().slice(-streamsPerUserMax);
    const allowed = new Set(newest);
    for (const { id, channel } of own) {
      if (allowed.has(id)) continue;
      channel.send(supersededEvent);
      channel.end();
    }
  }

  return {
    /** Publishes that a user's streams on this server have changed. */
    publishStreams: (user: ConnectedUser): void => {
      closeExcess(user);
      const open = user.streams.filter(({ channel }) => channel.isOpen);
      const streamIds = open.map(({ id }) => id);
      bus.publish({ kind: 'streams', userId: user.userId, server: self, streamIds });
    },

    /** @param user Undefined when the user is not connected here. */
    handleStreams(
      user: ConnectedUser | undefined,
      { server, streamIds }: Extract<Signal, { kind: 'streams' }>,
    ): void {
      if (user === undefined || server === self) return;
      lastSeenMs.set(server, performance.now());
      const servers = remote.get(user) ?? new Map<string, readonly string[]>();
      remote.set(user, servers.set(server, streamIds));
      closeExcess(user);
    },

    /**
     * Signals may have been lost. Too many streams are better than closing one for a stream that
     * has ended.
     */
    reset: (): void => {
      remote = new WeakMap();
    },

    publishAlive: (): void => bus.publish({ kind: 'alive', server: self }),

    handleAlive(server: string): void {
      if (server !== self) lastSeenMs.set(server, performance.now());
      for (const other of lastSeenMs.keys()) if (!isAlive(other)) lastSeenMs.delete(other);
    },
  };
}
