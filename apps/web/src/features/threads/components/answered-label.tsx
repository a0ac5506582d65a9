import { CornerLeftUp } from 'lucide-react';
import { Link } from 'react-router-dom';
import type { Thread } from '@skein/contracts/threads';
import { enThreadPages } from '../../../lib/i18n/en-thread-pages.ts';
import { addMessages, t } from '../../../lib/i18n/index.ts';
import { paths } from '../../../lib/paths.ts';

addMessages(enThreadPages);

/** Says under a reply's author whom it answers, and leads there. As high whatever it says. */
export function AnsweredLabel({ reply }: { reply: Thread }) {
  const { parentThreadId, replyingTo } = reply;
  return (
    <p className="flex h-5 min-w-0 items-center gap-1 text-sm text-muted">
      <CornerLeftUp aria-hidden className="size-3.5 shrink-0" />
      <span className="truncate">
        {parentThreadId === null || replyingTo === null ? (
          t('threadPage.parentUnavailable')
        ) : (
          <Link to={paths.thread(parentThreadId)} className="hover:underline">
            {t('threadPage.replyTo', { name: replyingTo.username })}
          </Link>
        )}
      </span>
    </p>
  );
}
