import SearchIcon from 'lucide-react/icons/search';
import { t } from '../../i18n/index.ts';
import { useDialogs } from '../../lib/dialogs.tsx';
import { modifierName } from '../../lib/keyboard-shortcuts.ts';
import { Key } from '../../ui/key.tsx';

/** A button that looks like a search box and opens the command palette. */
export function SearchButton() {
  const { openShellDialog } = useDialogs();
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      aria-keyshortcuts="Control+K Meta+K"
      className="flex min-h-11 shrink-0 items-center gap-3 rounded-full border border-field pr-2 pl-4 text-left text-muted transition-colors hover:bg-hover"
      onClick={() => openShellDialog({ kind: 'commands', focused: null })}
    >
      <SearchIcon size={18} aria-hidden />
      <span className="grow">{t('shell.search')}</span>
      <span aria-hidden>
        <Key name={`${modifierName} K`} />
      </span>
    </button>
  );
}
