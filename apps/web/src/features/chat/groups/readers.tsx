import CheckCheck from 'lucide-react/icons/check-check';
import { lazy, Suspense, useState } from 'react';
import { preloader } from '../../../lib/preloader.ts';
import type { GroupMember } from '@skein/contracts/chat';
import { t } from '../../../i18n/index.ts';
import { formatNames } from './format-names.ts';

const loadReadersDialog = async () => ({
  default: (await import('./readers-dialog.tsx')).ReadersDialog,
});
const ReadersDialog = lazy(loadReadersDialog);

/** As many names as fit beside the time. */
const namesMax = 2;

interface ReadersProps {
  readers: readonly GroupMember[];
  /** All members who see the message, but the viewer. */
  others: readonly GroupMember[];
}

/** Who has read the viewer's newest message. Pressing it lists all of them. */
export function Readers({ readers, others }: ReadersProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        onPointerEnter={preloader(loadReadersDialog)}
        onFocus={preloader(loadReadersDialog)}
        onClick={() => setIsOpen(true)}
        className="finger flex min-w-0 items-center gap-0.5 rounded-sm text-accent hover:underline"
      >
        <CheckCheck aria-hidden className="size-3.5 shrink-0" />
        <span className="truncate">{summarize(readers, others.length)}</span>
      </button>
      {isOpen && (
        <Suspense>
          <ReadersDialog readers={readers} others={others} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

function summarize(readers: readonly GroupMember[], othersCount: number): string {
  if (readers.length === othersCount && othersCount > 1) return t('groups.seenByAll');
  const names = readers.map(({ user }) => user.name);
  if (names.length <= namesMax) return t('groups.seenBy', { names: formatNames(names) });
  const count = names.length - namesMax;
  return t('groups.seenByMore', { names: names.slice(0, namesMax).join(', '), count });
}
