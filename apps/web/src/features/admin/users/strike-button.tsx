import { isBelow } from '@skein/contracts/administration';
import type { UserRole } from '@skein/contracts/administration';
import type { CurrentUser } from '@skein/contracts/users';
import { useState } from 'react';
import { t } from '../../../i18n/index.ts';
import { useSession } from '../../../lib/session/index.ts';
import { Button } from '../../../ui/button.tsx';
import { StrikeDialog } from './strike-dialog.tsx';
import type { StrikeTarget } from './strike-dialog.tsx';

/** Whether a moderator may act on an account: not on the own one, and only on lower roles. */
export function canStrike(
  viewer: Pick<CurrentUser, 'id' | 'role'>,
  userId: string,
  role: UserRole,
) {
  return viewer.id !== userId && isBelow(role, viewer.role);
}

/** Opens the dialog for an action; nothing for accounts whose role is not lower than the viewer's. */
export function StrikeButton(target: StrikeTarget) {
  const { user: actor } = useSession();
  const [isOpen, setIsOpen] = useState(false);
  const { user, role } = target;
  if (actor === null || !canStrike(actor, user.id, role)) return null;
  return (
    <>
      <Button
        size="sm"
        variant="secondary"
        aria-label={t('admin.actOn', { name: user.name })}
        onClick={() => setIsOpen(true)}
      >
        {t('admin.act')}
      </Button>
      {isOpen && <StrikeDialog {...target} onClose={() => setIsOpen(false)} />}
    </>
  );
}
