import type { Thread } from '@skein/contracts/threads';
import { t } from '../../../i18n/index.ts';
import { getAuthorName } from './author-name.ts';

/** Shown if the author of a thread on another server approves the user's replies. */
export function ApprovalNote({ thread }: { thread: Thread }) {
  if (thread.remote?.approvesReplies !== true) return null;
  return (
    <p className="mt-1 text-sm text-muted">
      {t('reply.approval', { name: getAuthorName(thread) })}
    </p>
  );
}
