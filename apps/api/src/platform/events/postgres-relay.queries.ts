import type { Database } from '@skein/db';
import { listen } from '@skein/db/listen';
import type { Logger } from '../logger.ts';
import type { OpenRelay } from './relayed-bus.ts';

const channel = 'skein_signals';

interface PostgresRelayOptions {
  database: Database;
  url: string;
  logger: Logger;
}

/**
 * Carries by NOTIFY. In a statement of its own, never in the transaction that it tells of: such a
 * commit holds a lock of the whole server.
 */
export function postgresRelay({ database, url, logger }: PostgresRelayOptions): OpenRelay {
  return ({ onPayload, onGapEnded }) => {
    const listener = listen({
      url,
      channel,
      onNotification: onPayload,
      onLive: onGapEnded,
      onGap: (error) =>
        logger.warn({ err: error }, 'events of other servers are not heard for now'),
    });
    return {
      async send(payloads) {
        await database.$executeRaw`
          SELECT pg_notify(${channel}, payload) FROM unnest(${payloads}::text[]) payload`;
      },
      stop: () => listener.stop(),
    };
  };
}
