import type { Thread } from '@skein/contracts/threads';
import { t } from '../../../i18n/index.ts';
import { useSession } from '../../../lib/session/index.ts';
import { getAuthorName } from './author-name.ts';

/**
 * Shown if the author of a thread on another server approves replies. Replies of a private account are sent to its
 * followers at once, unless that author is one of them.
 */
export function ApprovalNote({ thread }: { thread: Thread }) {
  const { user } = useSession();
  if (thread.remote?.approvesReplies !== true || user?.isPrivate === true) return null;
  return (
    <p className="mt-1 text-sm text-muted">
      {t('reply.approval', { name: getAuthorName(thread) })}
    </p>
  );
}
