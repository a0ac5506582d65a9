import { Dialog } from '../dialog.tsx';
import { t } from '../../i18n/index.ts';

const shortcuts = [
  { keys: ['j'], does: 'keys.next' },
  { keys: ['k'], does: 'keys.previous' },
  { keys: ['o', 'Enter'], does: 'keys.open' },
  { keys: ['l'], does: 'keys.like' },
  { keys: ['r'], does: 'keys.reply' },
  { keys: ['n'], does: 'keys.new' },
  { keys: ['/'], does: 'keys.search' },
  { keys: ['Ctrl + Enter'], does: 'keys.post' },
  { keys: ['?'], does: 'keys.help' },
] as const;

/** The shortcuts and their descriptions. */
export function KeyboardShortcuts({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={t('keys.title')}>
      <dl className="divide-y divide-line px-4 py-1">
        {shortcuts.map(({ keys, does }) => (
          <div key={does} className="flex items-center justify-between gap-4 py-3">
            <dt>{t(does)}</dt>
            <dd className="flex gap-1">
              {keys.map((key) => (
                <kbd
                  key={key}
                  translate="no"
                  className="min-w-7 rounded-sm border border-field bg-sunken px-2 py-0.5 text-center font-sans text-sm"
                >
                  {key}
                </kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
