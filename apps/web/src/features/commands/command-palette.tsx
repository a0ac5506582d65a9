import { Autocomplete } from '@base-ui/react/autocomplete';
import { Dialog } from '@base-ui/react/dialog';
import Search from 'lucide-react/icons/search';
import X from 'lucide-react/icons/x';
import { useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { t } from '../../i18n/index.ts';
import { useSession } from '../../lib/session/index.ts';
import { useCloseOnBack } from '../../lib/history-layers.tsx';
import { Avatar } from '../../ui/avatar.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Key } from '../../ui/key.tsx';
import { findCard, listCommands } from './commands.ts';
import type { Command, CommandGroup } from './commands.ts';
import { useFoundCommands } from './use-found-commands.ts';
import { useDialogs } from '../../lib/dialogs.tsx';

interface CommandPaletteProps {
  /** The element that had the focus. */
  focused: Element | null;
  isOpen: boolean;
  onClose: () => void;
}

/** Finds pages, users, hashtags and actions by name. */
export function CommandPalette({ focused, isOpen, onClose }: CommandPaletteProps) {
  const navigate = useNavigate();
  const chosen = useRef<Command>(null);
  useCloseOnBack(isOpen, onClose);
  return (
    <Dialog.Root
      open={isOpen}
      onOpenChange={(open) => !open && onClose()}
      // The focus has returned to the page: a command may open another dialog.
      onOpenChangeComplete={(open) => !open && chosen.current?.run(navigate)}
    >
      <Dialog.Portal>
        <Dialog.Backdrop className="scrim z-40" />
        <Dialog.Popup
          aria-label={t('commands.title')}
          onKeyDown={(event) => {
            // The browser's own search.
            if ((event.ctrlKey || event.metaKey) && event.key === 'k') event.preventDefault();
          }}
          className="fixed inset-0 z-40 flex flex-col bg-raised outline-none transition data-ending-style:-translate-y-2 data-ending-style:opacity-0 data-starting-style:-translate-y-2 data-starting-style:opacity-0 sm:inset-x-0 sm:top-[12vh] sm:bottom-auto sm:mx-auto sm:max-h-[min(32rem,76vh)] sm:w-full sm:max-w-dialog sm:rounded-lg sm:shadow-raised"
        >
          <CommandBox
            card={findCard(focused)}
            onChoose={(command) => {
              chosen.current = command;
              onClose();
            }}
          />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

interface CommandBoxProps {
  card: HTMLElement | null;
  onChoose: (command: Command) => void;
}

function CommandBox({ card, onChoose }: CommandBoxProps) {
  const { user } = useSession();
  const dialogs = useDialogs();
  const [text, setText] = useState('');
  const [commands] = useState(() => listCommands(user, card, dialogs));
  const { contains } = Autocomplete.useFilter({ sensitivity: 'base' });
  const found = useFoundCommands(text);
  const groups = [
    ...commands.map(({ label, items }) => ({
      label,
      items: items.filter((command) => contains(command.label, text.trim())),
    })),
    ...found,
  ].filter(({ items }) => items.length > 0);
  const count = groups.reduce((sum, { items }) => sum + items.length, 0);
  return (
    <Autocomplete.Root
      open
      inline
      items={groups}
      filter={null}
      value={text}
      onValueChange={(value, { reason }) => reason !== 'item-press' && setText(value)}
      autoHighlight="always"
      keepHighlight
    >
      <div className="flex shrink-0 items-center gap-3 border-b border-line pr-2 pl-4">
        <Search size="1.25rem" aria-hidden className="shrink-0 text-muted" />
        <Autocomplete.Input
          aria-label={t('commands.title')}
          placeholder={t('commands.placeholder')}
          className="h-14 min-w-0 grow bg-transparent text-ellipsis outline-none placeholder:text-muted"
        />
        <Dialog.Close render={<IconButton icon={X} label={t('common.close')} />} />
      </div>
      <Autocomplete.Status className="sr-only">
        {t('commands.count', { count })}
      </Autocomplete.Status>
      <Autocomplete.List
        aria-label={t('commands.title')}
        className="min-h-0 grow scroll-py-2 overflow-y-auto overscroll-contain p-2 outline-none"
      >
        {({ label, items }: CommandGroup) => (
          <Autocomplete.Group key={label} items={items} className="not-last:mb-2">
            <Autocomplete.GroupLabel className="truncate px-3 py-1.5 text-sm text-muted">
              {label}
            </Autocomplete.GroupLabel>
            <Autocomplete.Collection>
              {(command: Command) => (
                <Autocomplete.Item
                  key={command.id}
                  value={command}
                  onClick={() => onChoose(command)}
                  className="flex min-h-11 cursor-pointer items-center gap-3 rounded-sm px-3 py-1.5 outline-none select-none data-highlighted:bg-pressed"
                >
                  <CommandLine command={command} />
                </Autocomplete.Item>
              )}
            </Autocomplete.Collection>
          </Autocomplete.Group>
        )}
      </Autocomplete.List>
    </Autocomplete.Root>
  );
}

function CommandLine({ command }: { command: Command }) {
  const { label, icon: Icon, user, detail, keys } = command;
  return (
    <>
      {Icon && <Icon size="1.125rem" aria-hidden className="mx-1 shrink-0 text-muted" />}
      {user && <Avatar name={user.name} picture={user.picture} size="xs" />}
      <span className="min-w-0 grow truncate">
        <bdi>{label}</bdi>
        {detail !== undefined && <span className="ml-2 text-sm text-muted">{detail}</span>}
      </span>
      {keys !== undefined && (
        <span aria-hidden>
          <Key name={keys} />
        </span>
      )}
    </>
  );
}
