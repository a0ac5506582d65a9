import type { Database } from '@skein/db';
import type { Logger } from '../logger.ts';
import type { Tracing } from '../tracing.ts';
import type { Bus } from './bus.ts';
import { createLocalBus } from './local-bus.ts';
import { postgresRelay } from './postgres-relay.queries.ts';
import { redisRelay } from './redis-relay.ts';
import { createRelayedBus } from './relayed-bus.ts';

/** How the servers of an instance exchange signals; `none` for a single server. */
export type RelayKind = { kind: 'none' } | { kind: 'postgres' } | { kind: 'redis'; url: string };

interface BusSettings {
  relay: RelayKind;
  database: Database;
  /** This URL must not lead to a pooler, which does not forward notifications. */
  databaseDirectUrl: string;
  publicUrl: URL;
  logger: Logger;
  tracing?: Tracing | undefined;
}

export function openBus({
  relay,
  database,
  databaseDirectUrl,
  publicUrl,
  logger,
  tracing,
}: BusSettings): Bus {
  switch (relay.kind) {
    case 'none':
      return createLocalBus();
    case 'postgres':
      return createRelayedBus(postgresRelay({ database, url: databaseDirectUrl, logger }), {
        logger,
        tracing,
      });
    case 'redis': {
      const channel = `skein:signals:${publicUrl.host}`;
      return createRelayedBus(redisRelay({ url: relay.url, channel, logger }), { logger, tracing });
    }
  }
}
