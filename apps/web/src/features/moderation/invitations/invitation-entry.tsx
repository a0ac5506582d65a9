import type { Invitation } from '@skein/contracts/moderation';
import { locale, t } from '../../../i18n/index.ts';
import { firstClick } from '../../../lib/first-click.ts';
import { Button } from '../../../ui/button.tsx';

const dateFormat = new Intl.DateTimeFormat(locale, { dateStyle: 'medium' });

interface InvitationEntryProps {
  invitation: Invitation;
  isBusy: boolean;
  onRevoke: () => void;
}

export function InvitationEntry({ invitation, isBusy, onRevoke }: InvitationEntryProps) {
  const { creator, createdAt, expiresAt, usesCount, usesMax, status } = invitation;
  return (
    <article className="flex flex-wrap items-center justify-between gap-3">
      <div className="min-w-0">
        <p>
          <span className="font-semibold">{t(`admin.invitations.status.${status}`)}</span>
          {' · '}
          {t('admin.invitations.uses', { count: usesCount, max: usesMax })}
        </p>
        <p className="text-sm text-muted wrap-anywhere">
          {t('admin.invitations.created', {
            name: creator.name,
            date: dateFormat.format(new Date(createdAt)),
            end: dateFormat.format(new Date(expiresAt)),
          })}
        </p>
      </div>
      {status === 'usable' && (
        <Button size="sm" variant="secondary" isBusy={isBusy} onClick={firstClick(onRevoke)}>
          {t('admin.invitations.revoke')}
        </Button>
      )}
    </article>
  );
}
