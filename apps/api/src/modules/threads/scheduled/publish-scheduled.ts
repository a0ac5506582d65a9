import { newId } from '../../../platform/ids.ts';
import type { Viewer } from '../../../platform/viewer.ts';
import { publishThreads } from '../publishing/publish-threads.ts';
import type { PublishingDependencies } from '../publishing/publish-threads.ts';
import { toChainParts, toThreadDraft } from '../publishing/thread-drafts.ts';
import type { ThreadPart } from '../publishing/thread-drafts.ts';
import type { ScheduledRow } from './scheduled-threads.repository.ts';

/**
 * Publishes a scheduled thread or chain of the viewer, and deletes it in the same transaction.
 * @returns the id of the first thread
 * @throws ScheduledThreadChanged; what `publishThreads` throws
 */
export async function publishScheduled(
  deps: PublishingDependencies,
  viewer: Viewer,
  row: ScheduledRow,
  firstId = newId(),
): Promise<string> {
  await publishThreads(deps, viewer, toParts(row, firstId));
  return firstId;
}

function toParts(row: ScheduledRow, firstId: string): ThreadPart[] {
  const { content, contentWarning, isSensitive, replyPermission, furtherParts } = row;
  const poll = row.poll ?? undefined;
  const { audience, language } = row;
  const own = { contentWarning, isSensitive, replyPermission, audience, language };
  const shared = { ...own, poll, altText: [] };
  if (furtherParts.length > 0) {
    const parts = [row, ...furtherParts].map((part) => ({
      content: part.content,
      files: 0,
      uploadIds: part.media.map(({ id }) => id),
    }));
    return toChainParts(firstId, { ...shared, parts, scheduled: row }, []);
  }
  const uploadIds = row.media.map(({ id }) => id);
  const parentThreadId = row.parentId ?? undefined;
  const draft = toThreadDraft({ ...shared, content, parentThreadId, uploadIds });
  return [{ id: firstId, draft: { ...draft, scheduled: row }, files: [] }];
}
