import { Button } from '../button.tsx';
import { Dialog } from '../dialog.tsx';
import { Key } from '../key.tsx';
import { t } from '../../i18n/index.ts';
import { useDialogs } from '../../lib/dialogs.tsx';
import { modifierName } from '../../lib/keyboard-shortcuts.ts';

const shortcuts = [
  { keys: ['j'], does: 'keys.next' },
  { keys: ['k'], does: 'keys.previous' },
  { keys: ['o', 'Enter'], does: 'keys.open' },
  { keys: ['l'], does: 'keys.like' },
  { keys: ['r'], does: 'keys.reply' },
  { keys: ['b'], does: 'keys.bookmark' },
  { keys: ['.'], does: 'keys.loadNew' },
  { keys: ['n'], does: 'keys.new' },
  { keys: [`${modifierName} + Enter`], does: 'keys.post' },
  { keys: ['/'], does: 'keys.search' },
  { keys: [`${modifierName} + K`], does: 'keys.commands' },
  { keys: ['?'], does: 'keys.help' },
] as const;

/** The shortcuts and their descriptions. */
export function KeyboardShortcuts({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const { openShellDialog } = useDialogs();
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={t('keys.title')}
      footer={
        <Button
          variant="secondary"
          onClick={() => openShellDialog({ kind: 'commands', focused: null })}
        >
          {t('keys.openCommands')}
        </Button>
      }
    >
      <dl className="divide-y divide-line px-4 py-1">
        {shortcuts.map(({ keys, does }) => (
          <div key={does} className="flex items-center justify-between gap-4 py-3">
            <dt>{t(does)}</dt>
            <dd className="flex gap-1">
              {keys.map((key) => (
                <Key key={key} name={key} />
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
