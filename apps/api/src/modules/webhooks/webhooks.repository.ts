import { webhookEvents, webhooksMax } from '@skein/contracts/webhooks';
import type { Webhook, WebhookEvent } from '@skein/contracts/webhooks';
import { Prisma } from '@skein/db';
import type { Database, Transaction } from '@skein/db';
import { withValues } from '@skein/messages';
import { ConflictError, NotFoundError } from '../../platform/errors.ts';
import { dateOfId, isId } from '../../platform/ids.ts';
import { recordAction } from '../moderation/index.ts';

const { sql } = Prisma;

export interface NewWebhook {
  id: string;
  url: string;
  events: readonly WebhookEvent[];
  hashtag: string | null;
  encryptedSecret: Uint8Array<ArrayBuffer>;
}

const columns = {
  id: true,
  url: true,
  events: true,
  hashtag: true,
  createdAt: true,
  disabledAt: true,
  isBroken: true,
  lastSuccessAt: true,
} as const;

type WebhookRow = NonNullable<Awaited<ReturnType<typeof findRow>>>;

/** Returns the webhooks, oldest first. */
export async function listWebhooks(database: Database): Promise<Webhook[]> {
  const rows = await database.webhook.findMany({ orderBy: { id: 'asc' }, select: columns });
  return rows.map(toWebhookDto);
}

/** @throws ConflictError if there are too many */
export async function insertWebhook(
  database: Database,
  webhook: NewWebhook,
  actorId: string | null,
): Promise<Webhook> {
  return database.$transaction(async (tx) => {
    // Serializes creations, so that concurrent ones respect the maximum.
    await tx.execute(sql`LOCK TABLE webhooks IN SHARE ROW EXCLUSIVE MODE`);
    if ((await tx.webhook.count()) >= webhooksMax) {
      throw new ConflictError('conflict', withValues('error.webhooksMax', { max: webhooksMax }));
    }
    const { id, events } = webhook;
    const row = await tx.webhook.create({
      data: { ...webhook, events: [...events], createdAt: dateOfId(id) },
      select: columns,
    });
    const details = describeWebhook(webhook);
    await recordAction(tx, { actorId, action: 'create_webhook', details });
    return toWebhookDto(row);
  });
}

/** @throws NotFoundError */
export function setWebhookEnabled(
  database: Database,
  id: string,
  isEnabled: boolean,
  actorId: string | null,
  now: Date,
): Promise<void> {
  return database.$transaction(async (tx) => {
    const { disabledAt, url } = await requireRow(tx, id);
    if ((disabledAt === null) === isEnabled) return;
    const data = { disabledAt: isEnabled ? null : now, isBroken: false };
    await tx.webhook.update({ where: { id }, data, select: { id: true } });
    const action = isEnabled ? 'change_webhook' : 'disable_webhook';
    await recordAction(tx, { actorId, action, details: describeWebhook({ id, url }) });
  });
}

/** @throws NotFoundError */
export function setWebhookSecret(
  database: Database,
  id: string,
  encryptedSecret: Uint8Array<ArrayBuffer>,
  actorId: string | null,
) {
  return database.$transaction(async (tx): Promise<void> => {
    const { url } = await requireRow(tx, id);
    await tx.webhook.update({ where: { id }, data: { encryptedSecret }, select: { id: true } });
    const details = describeWebhook({ id, url });
    await recordAction(tx, { actorId, action: 'change_webhook', details });
  });
}

/** @throws NotFoundError */
export function deleteWebhook(
  database: Database,
  id: string,
  actorId: string | null,
): Promise<void> {
  return database.$transaction(async (tx) => {
    const { url } = await requireRow(tx, id);
    await tx.webhook.delete({ where: { id }, select: { id: true } });
    const details = describeWebhook({ id, url });
    await recordAction(tx, { actorId, action: 'delete_webhook', details });
  });
}

/** @throws NotFoundError; ConflictError if it is disabled */
export function enqueueTest(
  database: Database,
  id: string,
  webhookId: string,
  now: Date,
): Promise<void> {
  return database.$transaction(async (tx) => {
    const { disabledAt } = await requireRow(tx, webhookId);
    if (disabledAt !== null) throw new ConflictError('conflict', 'error.webhookDisabled');
    // A concurrent attempt of the same request may have added it.
    await tx.webhookDelivery.createMany({
      data: [{ id, webhookId, event: 'webhook.test', data: {}, dueAt: now, createdAt: now }],
      skipDuplicates: true,
    });
  });
}

export async function findWebhookWithSecret(database: Database, id: string) {
  const select = { ...columns, encryptedSecret: true };
  const found = await database.webhook.findFirst({ where: { id }, select });
  if (found === null) return null;
  const { encryptedSecret, ...row } = found;
  return { webhook: toWebhookDto(row), encryptedSecret };
}

/** @throws NotFoundError */
export async function requireWebhook(database: Database, id: string): Promise<void> {
  return void (await requireRow(database, id));
}

/**
 * The details of an entry in the audit log. The path of the address often contains a secret, and moderators
 * read the log, so only the origin is recorded.
 */
export function describeWebhook({ id, url }: { id: string; url: string }) {
  return { webhook: id, origin: new URL(url).origin };
}

function findRow(tx: Transaction, id: string) {
  return tx.webhook.findFirst({ where: { id }, select: columns });
}

export const webhookNotFound = () => new NotFoundError('error.webhookNotFound');

async function requireRow(tx: Transaction, id: string): Promise<WebhookRow> {
  const row = isId(id) ? await findRow(tx, id) : null;
  if (row === null) throw webhookNotFound();
  return row;
}

function toWebhookDto(row: WebhookRow): Webhook {
  const { id, url, events, hashtag, createdAt, disabledAt, isBroken, lastSuccessAt } = row;
  return {
    id,
    url,
    // The list may have events of other versions.
    events: webhookEvents.filter((event) => events.includes(event)),
    hashtag,
    createdAt: createdAt.toISOString(),
    status: disabledAt === null ? 'enabled' : isBroken ? 'broken' : 'disabled',
    lastSuccessAt: lastSuccessAt?.toISOString() ?? null,
  };
}
