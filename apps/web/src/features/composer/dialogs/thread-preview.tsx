import type { QuotedThread, Thread } from '@skein/contracts/threads';
import { t } from '../../../i18n/index.ts';
import { QuotedThreadCard } from '../../threads/card/quoted-thread-card.tsx';

/** What is passed on, as it will look. Its links lead nowhere: they would leave what is written. */
export function ThreadPreview({ thread }: { thread: Thread | QuotedThread }) {
  const name = thread.userName ?? t('user.unknown');
  return (
    <>
      <p className="sr-only">{t('quote.quoted', { name, text: thread.content })}</p>
      <div inert>
        <QuotedThreadCard thread={{ ...thread, quotedThread: null }} />
      </div>
    </>
  );
}
