import { streamHeartbeatMs } from '@skein/contracts/limits';

/** 10,000 heartbeats at once would delay everything else by half a second. */
const groupsCount = 250;

/** Calls `beat` for each open connection every `streamHeartbeatMs`, for one group after the other. */
export function createHeartbeats<Connection>(beat: (connection: Connection) => void): {
  add(connection: Connection): void;
  remove(connection: Connection): void;
} {
  /** The number of the group of each connection. */
  const groups = new Map<Connection, number>();
  let added = 0;
  let current = 0;
  let timer: NodeJS.Timeout | undefined;

  function beatNext(): void {
    // Downwards, so that the next connections, which get higher numbers, do not get one at once.
    current = (current === 0 ? groupsCount : current) - 1;
    for (const [connection, group] of groups) if (group === current) beat(connection);
  }

  return {
    add(connection) {
      groups.set(connection, added % groupsCount);
      added += 1;
      timer ??= setInterval(beatNext, streamHeartbeatMs / groupsCount).unref();
    },
    remove(connection) {
      groups.delete(connection);
      if (groups.size > 0) return;
      clearInterval(timer);
      timer = undefined;
    },
  };
}
