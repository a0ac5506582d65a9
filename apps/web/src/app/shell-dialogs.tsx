import { CommandPalette } from '../features/commands/command-palette.tsx';
import { KeyboardShortcuts } from '../ui/layout/keyboard-shortcuts.tsx';
import { SignOutDialog } from '../features/composer/pending/sign-out-dialog.tsx';
import type { LayerProps } from '../ui/layout/lazy-overlay.tsx';
import type { ShellDialog } from '../lib/dialogs.tsx';

/** The dialogs that every page can open with a key. */
export function ShellDialogs({ request, ...layer }: LayerProps<ShellDialog>) {
  switch (request.kind) {
    case 'shortcuts':
      return <KeyboardShortcuts {...layer} />;
    case 'commands':
      return <CommandPalette focused={request.focused} {...layer} />;
    case 'sign-out':
      return <SignOutDialog {...layer} />;
  }
}
