import { useId, useState } from 'react';
import type { GroupDetails } from '@skein/contracts/chat';
import { Button } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { firstClick } from '../../../lib/first-click.ts';
import { paths } from '../../../lib/paths.ts';
import { toast } from '../../../lib/toast.ts';
import { t } from '../../../i18n/index.ts';
import { useInviteLink } from './group.mutation.ts';

/** The invite link of a group: create, copy, reset and turn off. */
export function InviteLink({ group }: { group: GroupDetails }) {
  const id = useId();
  const link = useInviteLink(group.id);
  const [isConfirming, setIsConfirming] = useState(false);
  const { inviteToken } = group;
  return (
    <section aria-labelledby={id} className="flex flex-col gap-2 border-t border-line p-4">
      <h3 id={id} className="font-semibold">
        {t('groups.inviteLink')}
      </h3>
      <p className="text-sm text-muted">{t('groups.inviteHint')}</p>
      {inviteToken === null ? (
        <Button
          size="sm"
          variant="secondary"
          className="self-start"
          isBusy={link.isPending}
          onClick={firstClick(() => link.mutate(true))}
        >
          {t('groups.createLink')}
        </Button>
      ) : (
        <>
          <input
            readOnly
            aria-labelledby={id}
            value={toAddress(inviteToken)}
            onFocus={(event) => event.target.select()}
            className="h-10 w-full rounded-md border border-field bg-canvas px-3 text-sm"
          />
          <div className="flex flex-wrap gap-2">
            <Button size="sm" onClick={() => void copy(toAddress(inviteToken))}>
              {t('groups.copyLink')}
            </Button>
            <Button size="sm" variant="secondary" onClick={() => setIsConfirming(true)}>
              {t('groups.resetLink')}
            </Button>
            <Button
              size="sm"
              variant="secondary"
              disabled={link.isPending}
              onClick={firstClick(() => link.mutate(false))}
            >
              {t('groups.turnOffLink')}
            </Button>
          </div>
        </>
      )}
      <ConfirmDialog
        isOpen={isConfirming}
        title={t('groups.resetTitle')}
        text={t('groups.resetText')}
        confirmLabel={t('groups.resetLink')}
        onConfirm={() => {
          setIsConfirming(false);
          link.mutate(true);
        }}
        onCancel={() => setIsConfirming(false)}
      />
    </section>
  );
}

const toAddress = (token: string): string =>
  `${window.location.origin}${paths.groupInvitation(token)}`;

async function copy(address: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(address);
    toast.success(t('groups.linkCopied'));
  } catch {
    // The clipboard needs HTTPS and permission. The link can be selected.
    toast.error(t('groups.linkNotCopied'));
  }
}
