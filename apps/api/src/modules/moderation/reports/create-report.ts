import type { createReport as createReportRoute } from '@skein/contracts/moderation';
import type { RouteInput } from '@skein/contracts/http';
import type { Database } from '@skein/db';
import type { Idempotency } from '../../../platform/idempotency/idempotency.ts';
import { NotFoundError, ValidationError } from '../../../platform/errors.ts';
import type { Viewer } from '../../../platform/viewer.ts';
import type { ChatModule } from '../../chat/index.ts';
import type { InstancePages } from '../../instance/index.ts';
import { threadNotFound } from '../../threads/index.ts';
import { userNotFound } from '../../users/index.ts';
import { findRuleTitles } from './find-rules.ts';
import { findReportTarget } from './report-targets.queries.ts';
import { insertReportUnlessOpen, isReportCreated } from './reports.repository.ts';

interface Dependencies {
  database: Database;
  chat: Pick<ChatModule, 'declinePendingRequest'>;
  pages: Pick<InstancePages, 'listRules'>;
  /** Called after a report about a user or their content. */
  limitReported: (userId: string) => Promise<void>;
}

const notFound = {
  user: userNotFound,
  thread: threadNotFound,
  message: () => new NotFoundError('error.messageNotFound'),
  group: () => new NotFoundError('error.groupNotFound'),
};

/**
 * Reports a user, thread, message or group to the administrators. Reporting a user or their message also
 * declines their message request.
 * @throws NotFoundError for a target that the viewer cannot see; ValidationError for the viewer's
 * own account or content, and for rules that do not exist
 */
export async function createReport(
  { database, chat, pages, limitReported }: Dependencies,
  viewer: Viewer,
  idempotency: Idempotency,
  { ruleIds, ...input }: RouteInput<typeof createReportRoute>['body'],
): Promise<void> {
  if (idempotency.attempt === 'completed') return;
  // The reported content may have been deleted since the first attempt.
  if (idempotency.attempt === 'retry' && (await isReportCreated(database, idempotency.id))) return;
  const target = await findReportTarget(database, viewer, input);
  if (target === null) throw notFound[input.targetType]();
  if (target.authorId === viewer.userId) {
    const message = input.targetType === 'user' ? 'error.reportSelf' : 'error.reportOwn';
    throw new ValidationError([{ path: 'targetId', message }]);
  }
  await insertReportUnlessOpen(database, {
    ...input,
    messageIds: target.messageIds ?? [],
    id: idempotency.id,
    rules: input.reason === 'rules' ? findRuleTitles(pages.listRules(), ruleIds) : [],
    note: input.note === '' ? null : input.note,
    reporterId: viewer.userId,
  });
  if (target.authorId === null) return;
  await limitReported(target.authorId);
  if (input.targetType === 'thread') return;
  await chat.declinePendingRequest(viewer, target.authorId);
}
