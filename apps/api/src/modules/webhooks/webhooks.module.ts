import type { Database } from '@skein/db';
import type { Clock } from '../../platform/clock.ts';
import type { Idempotency } from '../../platform/idempotency/idempotency.ts';
import type { Logger } from '../../platform/logger.ts';
import type { PageQuery } from '../../platform/read-page.ts';
import { createSecretCipher } from '../../platform/secret-cipher.ts';
import type { Actor } from '../../platform/viewer.ts';
import { deliverDue } from './deliver-due.ts';
import { redeliver, removeOldDeliveries } from './deliveries.repository.ts';
import {
  createWebhook,
  listWebhookDeliveries,
  rotateSecret,
  testWebhook,
} from './manage-webhooks.ts';
import type { WebhookInput } from './manage-webhooks.ts';
import { deleteWebhook, listWebhooks, setWebhookEnabled } from './webhooks.repository.ts';

interface Dependencies {
  database: Database;
  clock: Clock;
  logger: Pick<Logger, 'warn'>;
  jwtSecret: string;
  publicUrl: URL;
  version: string;
  /** Whether webhooks may be in private networks. */
  allowsPrivateWebhooks: boolean;
}

export type WebhooksModule = ReturnType<typeof createWebhooksModule>;

/** Events for other programs, signed according to Standard Webhooks. */
export function createWebhooksModule(dependencies: Dependencies) {
  const { database, clock, jwtSecret } = dependencies;
  const stopping = new AbortController();
  const cipher = createSecretCipher(jwtSecret, 'webhook-secrets');
  const deps = { ...dependencies, cipher, signal: stopping.signal };

  return {
    list: () => listWebhooks(database),
    create: (admin: Actor, idempotency: Idempotency, input: WebhookInput) =>
      createWebhook(deps, admin, idempotency, input),
    setEnabled: ({ userId }: Actor, id: string, isEnabled: boolean) =>
      setWebhookEnabled(database, id, isEnabled, userId, clock.now()),
    rotateSecret: (admin: Actor, id: string) => rotateSecret(deps, admin, id),
    test: (idempotency: Idempotency, webhookId: string) =>
      testWebhook(deps, idempotency, webhookId),
    delete: ({ userId }: Actor, id: string) => deleteWebhook(database, id, userId),

    listDeliveries: (webhookId: string, query: PageQuery) =>
      listWebhookDeliveries(database, webhookId, query),
    redeliver: (id: string) => redeliver(database, id, clock.now()),

    /** Background jobs. */
    deliverDue: () => deliverDue(deps),
    removeOldDeliveries: () => removeOldDeliveries(database, clock.now()),

    /** Aborts the requests in progress, which are repeated after the start. */
    stop: (): void => stopping.abort(),
  };
}
