import { isBelow } from '@skein/contracts/administration';
import { useState } from 'react';
import { t } from '../../../i18n/index.ts';
import { useSession } from '../../../lib/session/index.ts';
import { Button } from '../../../ui/button.tsx';
import { StrikeDialog } from './strike-dialog.tsx';
import type { StrikeTarget } from './strike-dialog.tsx';

/** Opens the dialog for an action; nothing for accounts whose role is not lower than the viewer's. */
export function StrikeButton({ label, ...target }: StrikeTarget & { label?: string }) {
  const { user: actor } = useSession();
  const [isOpen, setIsOpen] = useState(false);
  const { user, role } = target;
  if (actor === null || actor.id === user.id || !isBelow(role, actor.role)) return null;
  return (
    <>
      <Button
        size="sm"
        variant="secondary"
        aria-label={label ?? t('admin.actOn', { name: user.name })}
        onClick={() => setIsOpen(true)}
      >
        {label ?? t('admin.act')}
      </Button>
      {isOpen && <StrikeDialog {...target} onClose={() => setIsOpen(false)} />}
    </>
  );
}
