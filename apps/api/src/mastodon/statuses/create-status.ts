import { pollDurationMinMinutes, pollQuestionMaxLength } from '@skein/contracts/limits';
import { excerpt, parseText } from '@skein/contracts/text';
import { createThreadBodySchema } from '@skein/contracts/threads';
import type { Idempotency } from '../../platform/idempotency/idempotency.ts';
import { parseInput } from '../../http/routes/parse-input.ts';
import type { Viewer } from '../../platform/viewer.ts';
import { loadStatus } from './load-statuses.ts';
import { unsupported } from '../pagination.ts';
import { loadScheduledStatus, toScheduledTime } from './scheduled.routes.ts';
import { sendDirectStatus } from './send-direct-status.ts';
import type { MastodonServices } from '../services.ts';
import type { StatusFields } from './status-fields.ts';

/**
 * Publishes or schedules a thread or reply, publishes a quote, or sends a message.
 * @returns the response of the route
 * @throws ValidationError for what Skein does not support
 */
export async function createStatus(
  services: MastodonServices,
  viewer: Viewer,
  idempotency: Idempotency,
  fields: StatusFields,
): Promise<object> {
  if (fields.visibility === 'direct')
    return sendDirectStatus(services, viewer, idempotency, fields);
  const { in_reply_to_id: parentId, quoted_status_id: quotedId, media_ids: uploadIds } = fields;
  await requireSupported(services, viewer, fields);
  const { status: text, spoiler_text: contentWarning, sensitive } = fields;
  const warning = { contentWarning, isSensitive: sensitive };
  const { threads } = services;
  if (typeof quotedId === 'string') {
    const quote = parseInput(createThreadBodySchema, { content: text, ...warning });
    const input = { ...quote, quotedThreadId: quotedId, uploadIds };
    return loadStatus(services, viewer, await threads.quote(viewer, idempotency, input));
  }
  const input = parseInput(createThreadBodySchema, {
    ...toTextAndPoll(text, fields.poll),
    ...warning,
    ...(typeof parentId === 'string' && { parentThreadId: parentId }),
  });
  if (typeof fields.scheduled_at === 'string') {
    const later = { ...input, uploadIds, scheduledAt: toScheduledTime(fields.scheduled_at) };
    const scheduled = await threads.schedule(viewer, idempotency, later);
    return loadScheduledStatus(services, viewer, scheduled);
  }
  const thread = await threads.create(viewer, idempotency, { ...input, uploadIds });
  return loadStatus(services, viewer, thread);
}

async function requireSupported(
  { users }: Pick<MastodonServices, 'users'>,
  viewer: Viewer,
  {
    visibility,
    scheduled_at: scheduledAt,
    in_reply_to_id: parentId,
    quoted_status_id: quotedId,
    poll,
    quote_approval_policy: quotePolicy,
  }: StatusFields,
): Promise<void> {
  if (typeof scheduledAt === 'string' && typeof quotedId === 'string') {
    throw unsupported('scheduled_at', 'error.app.quoteScheduled');
  }
  if (typeof quotedId === 'string' && (typeof parentId === 'string' || poll)) {
    throw unsupported('quoted_status_id', 'error.app.quoteReplyOrPoll');
  }
  await requirePossibleVisibility(users, viewer, visibility ?? 'public', quotePolicy ?? 'public');
}

async function requirePossibleVisibility(
  users: MastodonServices['users'],
  viewer: Viewer,
  visibility: string,
  quotePolicy: string,
): Promise<void> {
  if (quotePolicy === 'public' && visibility === 'public') return;
  // Threads of a private account are in no public list, and only their author can quote them.
  const { isPrivate } = await users.getCurrentUser(viewer.userId);
  if (isPrivate) return;
  // Publishing a post that was meant for few to everyone would be worse than rejecting it.
  if (visibility === 'private') throw unsupported('visibility', 'error.app.accountPublic');
  if (visibility === 'unlisted') throw unsupported('visibility', 'error.app.unlisted');
  throw unsupported('quote_approval_policy', 'error.app.quotePolicy');
}

/** Skein's polls have a question, for which the text is used. */
function toTextAndPoll(text: string, poll: StatusFields['poll']) {
  if (!poll) return { content: text };
  const question = excerpt(text, pollQuestionMaxLength);
  const durationMinutes = Math.max(pollDurationMinMinutes, Math.round(poll.expires_in / 60));
  const isPlain = parseText(text).every(({ type }) => type === 'text');
  return {
    // A question has no links, hashtags and mentions.
    content: question === text && isPlain ? '' : text,
    poll: { question, options: poll.options, multiple: poll.multiple, durationMinutes },
  };
}
