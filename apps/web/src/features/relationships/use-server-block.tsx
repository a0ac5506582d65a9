import type { ProfileDetails } from '@skein/contracts/users';
import { getDomain } from '@skein/contracts/text';
import ServerOff from 'lucide-react/icons/server-off';
import { lazy, Suspense, useState } from 'react';
import type { ReactNode } from 'react';
import { t } from '../../i18n/index.ts';
import type { MenuItem } from '../../ui/menu-item.ts';
import { useBlockServer } from './server-blocks.mutation.ts';

const BlockServerDialog = lazy(async () => ({
  default: (await import('./block-server-dialog.tsx')).BlockServerDialog,
}));

/** The menu item that blocks or unblocks the server of a user, and its dialog. A local user has none. */
export function useServerBlock(
  { username, isServerBlocked }: Pick<ProfileDetails, 'username' | 'isServerBlocked'>,
  onBlocked: () => void,
): { items: MenuItem[]; dialog: ReactNode } {
  const [isOpen, setIsOpen] = useState(false);
  const { mutate, isPending } = useBlockServer(onBlocked);
  const domain = getDomain(username);
  if (domain === undefined) return { items: [], dialog: null };
  const item = isServerBlocked
    ? {
        label: t('userMenu.unblock', { name: domain }),
        onSelect: () => mutate({ domain, isBlocked: false }),
      }
    : {
        label: t('userMenu.blockServer', { domain }),
        isDangerous: true,
        // Deferred until the menu has returned the focus to its button, so the dialog can too.
        onSelect: () => setTimeout(setIsOpen, 0, true),
      };
  const dialog = isOpen && (
    <Suspense>
      <BlockServerDialog
        domain={domain}
        isOpen
        onClose={() => setIsOpen(false)}
        onBlocked={onBlocked}
      />
    </Suspense>
  );
  return { items: [{ ...item, icon: ServerOff, isDisabled: isPending }], dialog };
}
