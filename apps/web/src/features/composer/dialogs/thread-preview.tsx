import type { QuotedThread, Thread } from '@skein/contracts/threads';
import { t } from '../../../i18n/index.ts';
import { QuotedThreadCard } from '../../threads/card/quoted-thread-card.tsx';

/** A preview of the quoted thread. It is inert, because its links would leave the composer. */
export function ThreadPreview({ thread }: { thread: Thread | QuotedThread }) {
  const name = thread.userName ?? t('user.unknown');
  return (
    <>
      <p className="sr-only">
        {t('quote.quoted', { name, text: thread.contentWarning ?? thread.content })}
      </p>
      <div inert>
        <QuotedThreadCard thread={{ ...thread, quotedThread: null }} />
      </div>
    </>
  );
}
