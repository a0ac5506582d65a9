import CornerLeftUp from 'lucide-react/icons/corner-left-up';
import { Link } from 'react-router-dom';
import type { Thread } from '@skein/contracts/threads';
import { t } from '../../../i18n/index.ts';
import { paths } from '../../../lib/paths.ts';

/** "Replying to", linked to the reply parent. Its height is the same in all states. */
export function ReplyParentLabel({ reply }: { reply: Thread }) {
  const { parentThreadId, replyingTo } = reply;
  return (
    <p className="flex h-6 min-w-0 items-center gap-1 text-sm text-muted">
      <CornerLeftUp aria-hidden className="size-3.5 shrink-0" />
      {parentThreadId === null || replyingTo === null ? (
        <span className="truncate">{t('threadPage.parentUnavailable')}</span>
      ) : (
        <Link
          to={paths.thread(parentThreadId)}
          className="min-w-0 truncate rounded-sm leading-6 hover:underline pointer-coarse:-mt-1 pointer-coarse:-mb-3 pointer-coarse:pt-1 pointer-coarse:pb-3"
        >
          {t('threadPage.replyTo', { name: replyingTo.username })}
        </Link>
      )}
    </p>
  );
}
