import { CommandPalette } from '../features/commands/components/command-palette.tsx';
import { KeyboardShortcuts } from '../ui/layout/keyboard-shortcuts.tsx';
import type { LayerProps } from '../ui/layout/lazy-overlay.tsx';
import type { ShellDialog } from '../lib/shell-dialog.ts';

/** The dialogs that every page can open with a key. */
export function ShellDialogs({ request, ...layer }: LayerProps<ShellDialog>) {
  return request.kind === 'shortcuts' ? (
    <KeyboardShortcuts {...layer} />
  ) : (
    <CommandPalette focused={request.focused} {...layer} />
  );
}
