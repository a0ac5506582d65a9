import { Avatar } from '../../ui/avatar.tsx';
import { t } from '../../i18n/index.ts';
import { useSession } from '../../lib/session/index.ts';
import { preloadComposer } from '../composer/dialogs/load-composer-dialog.ts';
import { useDialogs } from '../../lib/dialogs.tsx';

/** A button at the top of the feed that looks like a text box and opens the new-thread dialog. */
export function FeedPrompt() {
  const { user } = useSession();
  const { openComposer } = useDialogs();
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      className="flex w-full items-center gap-3 border-b border-line px-4 py-3 text-left text-muted transition-colors hover:bg-hover focus-visible:-outline-offset-2 print:hidden"
      onPointerEnter={preloadComposer}
      onFocus={preloadComposer}
      onClick={() => openComposer({ kind: 'thread' })}
    >
      <Avatar name={user?.name ?? ''} picture={user?.picture ?? null} />
      <span className="grow text-lg">{t('feed.prompt')}</span>
    </button>
  );
}
