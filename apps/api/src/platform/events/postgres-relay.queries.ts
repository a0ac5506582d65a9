import { Prisma } from '@skein/db';
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
 * Sends by NOTIFY, in a separate statement: a transaction with a NOTIFY takes a server-wide lock when
 * it commits.
 */
export function postgresRelay({ database, url, logger }: PostgresRelayOptions): OpenRelay {
  return ({ onPayload, onGapEnded }) => {
    const listener = listen({
      url,
      channels: [channel],
      onNotification: onPayload,
      onLive: onGapEnded,
      onGap: (error) =>
        logger.warn(
          { err: error },
          'lost the connection for signals of other servers, reconnecting',
        ),
    });
    return {
      async send(payloads) {
        await database.query(
          Prisma.sql`SELECT pg_notify(${channel}, payload) FROM unnest(${payloads}::text[]) payload`,
        );
      },
      stop: () => listener.stop(),
    };
  };
}
