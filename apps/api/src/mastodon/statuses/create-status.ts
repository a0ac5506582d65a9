import { pollDurationMinMinutes, pollQuestionMaxLength } from '@skein/contracts/limits';
import { excerpt, parseText } from '@skein/contracts/text';
import { createThreadBodySchema } from '@skein/contracts/threads';
import type { SelectableAudience } from '@skein/contracts/threads';
import type { Idempotency } from '../../platform/idempotency/idempotency.ts';
import { parseInput } from '../../http/routes/parse-input.ts';
import type { Viewer } from '../../platform/viewer.ts';
import { loadStatus } from './load-statuses.ts';
import { unsupported } from '../pagination.ts';
import { loadScheduledStatus, toScheduledTime } from './scheduled.routes.ts';
import { sendDirectStatus } from './send-direct-status.ts';
import type { MastodonServices } from '../services.ts';
import type { StatusFields } from './status-fields.ts';
import { toAudience } from './visibility.ts';

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
  const { status: text, spoiler_text: contentWarning } = fields;
  const audience = await chooseAudience(services, viewer, fields);
  const own = { contentWarning, ...(await chooseDefaults(services, viewer, fields)), audience };
  const { threads } = services;
  if (typeof quotedId === 'string') {
    const quote = parseInput(createThreadBodySchema, { content: text, ...own });
    const input = { ...quote, quotedThreadId: quotedId, uploadIds };
    return loadStatus(services, viewer, await threads.quote(viewer, idempotency, input));
  }
  const input = parseInput(createThreadBodySchema, {
    ...toTextAndPoll(text, fields.poll),
    ...own,
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
  fields: StatusFields,
): Promise<void> {
  const { scheduled_at: scheduledAt, in_reply_to_id: parentId, poll } = fields;
  const isQuote = typeof fields.quoted_status_id === 'string';
  if (typeof scheduledAt === 'string' && isQuote) {
    throw unsupported('scheduled_at', 'error.app.quoteScheduled');
  }
  if (isQuote && (typeof parentId === 'string' || poll)) {
    throw unsupported('quoted_status_id', 'error.app.quoteReplyOrPoll');
  }
  await requirePossibleQuotePolicy(users, viewer, fields);
}

async function requirePossibleQuotePolicy(
  users: MastodonServices['users'],
  viewer: Viewer,
  { visibility, quote_approval_policy: quotePolicy }: StatusFields,
): Promise<void> {
  if ((quotePolicy ?? 'public') === 'public') return;
  // Nobody can quote threads for followers. Threads of a private account can be quoted only by their author.
  if (visibility === 'private') return;
  const { isPrivate } = await users.getCurrentUser(viewer.userId);
  if (!isPrivate) throw unsupported('quote_approval_policy', 'error.app.quotePolicy');
}

/**
 * Undefined for the default. All threads of a private account are for its followers; they become public if
 * the account does, as those from the web app.
 */
async function chooseAudience(
  { users }: Pick<MastodonServices, 'users'>,
  viewer: Viewer,
  { visibility }: StatusFields,
): Promise<SelectableAudience | undefined> {
  if (!visibility || visibility === 'direct') return undefined;
  if (visibility === 'public') return 'public';
  const { isPrivate } = await users.getCurrentUser(viewer.userId);
  return isPrivate ? undefined : toAudience(visibility);
}

/** What the app leaves out is what the user has chosen for new threads. */
async function chooseDefaults(
  { users }: Pick<MastodonServices, 'users'>,
  viewer: Viewer,
  { sensitive, language, media_ids: mediaIds }: StatusFields,
) {
  const isSensitive = mediaIds.length === 0 ? (sensitive ?? false) : sensitive;
  if (typeof isSensitive === 'boolean' && language !== undefined) return { isSensitive, language };
  const user = await users.getCurrentUser(viewer.userId);
  return {
    isSensitive: isSensitive ?? user.isSensitiveByDefault,
    language: language ?? user.defaultLanguage ?? undefined,
  };
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
