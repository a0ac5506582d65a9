import { CornerLeftUp } from 'lucide-react';
import { Link } from 'react-router-dom';
import type { Thread } from '@skein/contracts/threads';
import { enThreadPages } from '../../../lib/i18n/en-thread-pages.ts';
import { addMessages, t } from '../../../lib/i18n/index.ts';
import { paths } from '../../../lib/paths.ts';
import { handleOf } from '../model/handle.ts';

addMessages(enThreadPages);

interface AnsweredLabelProps {
  /** Null as long as it is not known; undefined if the viewer is not shown it. */
  answered: Thread | null | undefined;
}

/** Says under a reply's author whom it answers, and leads there. As high whatever it says. */
export function AnsweredLabel({ answered }: AnsweredLabelProps) {
  return (
    <p className="flex h-5 min-w-0 items-center gap-1 text-sm text-muted">
      {answered !== null && <CornerLeftUp aria-hidden className="size-3.5 shrink-0" />}
      <span className="truncate">{answered !== null && <Answered thread={answered} />}</span>
    </p>
  );
}

function Answered({ thread }: { thread: Thread | undefined }) {
  if (!thread || thread.isDeleted) return t('threadPage.parentUnavailable');
  const name = handleOf(thread) ?? thread.userName ?? t('person.unknown');
  return (
    <Link to={paths.thread(thread.id)} className="hover:underline">
      {t('threadPage.replyTo', { name })}
    </Link>
  );
}
