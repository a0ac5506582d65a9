import { reportNoteMaxLength, rulesMax } from '@skein/contracts/limits';
import { isRemoteUsername } from '@skein/contracts/text';
import { z } from 'zod';
import { defineMastodonRoute } from '../../http/mastodon/mastodon-route.ts';
import type { BindMastodon } from '../../http/mastodon/bind-mastodon.ts';
import { threadNotFound } from '../../modules/threads/index.ts';
import { userNotFound } from '../../modules/users/index.ts';
import { newId } from '../../platform/ids.ts';
import { toAccount, toContext } from '../accounts/account.serializer.ts';
import { requireId } from '../pagination.ts';
import { flag, oneOrMore } from '../request-fields.ts';
import type { MastodonServices } from '../services.ts';

const categories = ['spam', 'legal', 'violation', 'other'] as const;
const reasons = { spam: 'spam', legal: 'illegal', violation: 'other', other: 'other' } as const;

const ids = (max: number) =>
  oneOrMore(max)
    .nullish()
    .transform((list) => list ?? []);

const createReport = defineMastodonRoute({
  id: 'mastodon.createReport',
  method: 'POST',
  path: '/v1/reports',
  auth: 'bearer',
  scope: 'write:reports',
  limit: 'reports',
  whenFrozen: 'allowed',
  awaitedBy: 'viewer',
  fields: z.object({
    account_id: z.string(),
    status_ids: ids(20),
    rule_ids: ids(rulesMax),
    comment: z.string().max(reportNoteMaxLength).default(''),
    category: z.enum(categories).default('other'),
    forward: flag.default(false),
  }),
  fieldNames: { targetId: 'account_id', ruleIds: 'rule_ids', note: 'comment' },
  takesIdempotencyKey: true,
});

export function reportsRoutes(bindMastodon: BindMastodon, services: MastodonServices): void {
  const { moderation, users, settings } = services;
  bindMastodon(createReport, async ({ viewer, fields, idempotency }) => {
    const account = await users.getAuthor(viewer, requireId(fields.account_id, userNotFound));
    const isForwarded = fields.forward && isRemoteUsername(account.username);
    const note = fields.comment === '' ? null : fields.comment;
    const ruleIds = fields.category === 'violation' ? fields.rule_ids : [];
    const reason = ruleIds.length > 0 ? 'rules' : reasons[fields.category];
    const threadIds = fields.status_ids.map((id) => requireId(id, threadNotFound));
    // A report of Skein has one target.
    const targets =
      threadIds.length === 0
        ? [{ targetType: 'user', targetId: account.id } as const]
        : threadIds.map((targetId) => ({ targetType: 'thread', targetId }) as const);
    for (const [index, target] of targets.entries()) {
      const once = index === 0 ? idempotency : ({ id: newId(), attempt: 'first' } as const);
      await moderation.report(viewer, once, { ...target, reason, note, ruleIds, isForwarded });
    }
    return {
      id: idempotency.id,
      action_taken: false,
      action_taken_at: null,
      category: fields.category,
      comment: fields.comment,
      forwarded: isForwarded,
      created_at: new Date().toISOString(),
      status_ids: threadIds,
      rule_ids: ruleIds,
      collection_ids: [],
      target_account: toAccount(account, toContext(settings)),
    };
  });
}
