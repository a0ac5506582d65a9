import { lazy, Suspense } from 'react';
import { CommandPalette } from '../features/commands/command-palette.tsx';
import { KeyboardShortcuts } from '../ui/layout/keyboard-shortcuts.tsx';
import { SignOutDialog } from '../features/composer/pending/sign-out-dialog.tsx';
import { SignOutAllDialog } from '../features/composer/pending/sign-out-all-dialog.tsx';
import type { LayerProps } from '../ui/layout/lazy-overlay.tsx';
import type { ShellDialog } from '../lib/dialogs.tsx';
import { withMessages } from '../i18n/load-messages.ts';

const FilterDialog = lazy(() =>
  withMessages(
    async () => ({
      default: (await import('../features/settings/privacy/filter-dialog.tsx')).FilterDialog,
    }),
    'settings',
  ),
);

/** The dialogs that every page can open. */
export function ShellDialogs({ request, ...layer }: LayerProps<ShellDialog>) {
  switch (request.kind) {
    case 'shortcuts':
      return <KeyboardShortcuts {...layer} />;
    case 'commands':
      return <CommandPalette focused={request.focused} {...layer} />;
    case 'filter':
      return (
        <Suspense>
          <FilterDialog phrase={request.phrase} {...layer} />
        </Suspense>
      );
    case 'sign-out':
      return <SignOutDialog {...layer} />;
    case 'sign-out-all':
      return <SignOutAllDialog {...layer} />;
  }
}
