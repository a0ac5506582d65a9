import { createThreadsModule } from '../../src/modules/threads/index.ts';
import type { ThreadsModule } from '../../src/modules/threads/index.ts';
import type { TestApi } from './api.ts';

/** The API's threads module on another database object, for example one that records statements. */
export function createThreadsOn(database: TestApi['database'], api: TestApi): ThreadsModule {
  const { media, bus, rateLimiter, protection } = api.services;
  return createThreadsModule({
    database,
    media,
    bus,
    rateLimiter,
    protection,
    clock: api.clock,
    logger: api.services.settings.logger,
    publicUrl: api.services.settings.publicUrl,
    sendRequest: api.services.settings.sendRequest,
    translation: undefined,
    federation: undefined,
    lookUpMentions: () => Promise.resolve(),
    refreshPoll: () => undefined,
    listsRemote: () => false,
    hasLinkCards: () => api.services.siteSettings.current().hasLinkCards,
  });
}
