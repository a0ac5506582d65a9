import type { AdminStrike, AdminUser } from '@skein/contracts/moderation';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { t } from '../../../i18n/index.ts';
import { useSession } from '../../../lib/session/index.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { strikesQuery } from './strikes.queries.ts';
import { useAdminAction } from '../shared/admin-action.mutation.ts';
import { AdminList } from '../shared/admin-list.tsx';
import { ReasonButton } from '../shared/reason-button.tsx';
import { StrikeSummary } from '../../moderation/account-status/strike-summary.tsx';
import { strikesLabel } from './strikes-label.ts';

type StruckUser = Pick<AdminUser, 'id' | 'name' | 'strikesCount' | 'hasStrikes'>;

/** Opens the list of the strikes of an account, also the lifted ones. */
export function StrikesButton({ user }: { user: StruckUser }) {
  const [isOpen, setIsOpen] = useState(false);
  if (!user.hasStrikes) return null;
  return (
    <>
      <Button size="sm" variant="secondary" onClick={() => setIsOpen(true)}>
        {strikesLabel(user)}
      </Button>
      {isOpen && <StrikesDialog user={user} onClose={() => setIsOpen(false)} />}
    </>
  );
}

interface StrikesDialogProps {
  user: Pick<AdminUser, 'id' | 'name'>;
  onClose: () => void;
}

/** Lists the strikes of an account, also the lifted ones. */
export function StrikesDialog({ user: { id, name }, onClose }: StrikesDialogProps) {
  return (
    <Dialog isOpen onClose={onClose} title={t('admin.strikesNamed', { name })}>
      <StrikeList userId={id} />
    </Dialog>
  );
}

function StrikeList({ userId }: { userId: string }) {
  const query = useInfiniteQuery(strikesQuery(userId));
  return (
    <AdminList
      query={query}
      empty={t('admin.noStrikes')}
      renderItem={(strike) => (
        <div className="flex flex-col gap-2">
          <StrikeSummary strike={strike} />
          <StrikeModerator strike={strike} />
          {strike.liftedAt === null && <LiftButton strikeId={strike.id} />}
        </div>
      )}
    />
  );
}

/** Who acted; hidden from the struck moderator, and nobody for the automatic protection. */
export function StrikeModerator({ strike }: { strike: AdminStrike }) {
  const { moderator, user, isAutomatic } = strike;
  const { user: viewer } = useSession();
  if (isAutomatic || viewer?.id === user.id) return null;
  const name = moderator?.name ?? t('admin.audit.commandLine');
  return <p className="text-sm text-muted">{t('admin.strikeBy', { name })}</p>;
}

function LiftButton({ strikeId }: { strikeId: string }) {
  const lift = useAdminAction();
  return (
    <div>
      <ReasonButton
        label={t('admin.lift')}
        title={t('admin.liftTitle')}
        text={t('admin.liftText')}
        isBusy={lift.isPending}
        onConfirm={(reason) => lift.mutate({ kind: 'lift', strikeId, reason })}
      />
    </div>
  );
}
