import { preloader } from '../../../lib/preloader.ts';
import type { Identities, Identity } from '@skein/contracts/auth';
import { useMutation, useQuery } from '@tanstack/react-query';
import LogIn from 'lucide-react/icons/log-in';
import { lazy, Suspense, useState } from 'react';
import { t } from '../../../i18n/index.ts';
import { toast } from '../../../lib/toast.ts';
import { Button } from '../../../ui/button.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { requestPasswordReset } from '../../auth/password/reset-password.ts';
import { toFormError } from '../../auth/account/form-error.ts';
import { getSingleSignOnLabel } from '../../auth/sign-in/sign-in-methods.ts';
import { identitiesQuery } from './identities.queries.ts';
import { formatTimeAgo } from '../layout/time-ago.ts';
import { useLinkResult } from './use-link-result.ts';
import type { IdentityChange } from './identity-dialog.tsx';
import { SettingsList } from '../layout/settings-list.tsx';

const loadIdentityDialog = async () => ({
  default: (await import('./identity-dialog.tsx')).IdentityDialog,
});
const IdentityDialog = lazy(loadIdentityDialog);

/**
 * The viewer's account at the OpenID Connect provider. Hidden on an instance without one, unless the viewer
 * has an account from before.
 */
export function IdentitySettings({ email }: { email: string }) {
  const query = useQuery(identitiesQuery);
  const [change, setChange] = useState<IdentityChange>({ kind: 'link' });
  const [isOpen, setIsOpen] = useState(false);
  const [openedCount, setOpenedCount] = useState(0);
  useLinkResult();
  if (getSingleSignOnLabel() === null && !query.data?.identities.length) return null;
  const open = (selected: IdentityChange) => {
    setChange(selected);
    setIsOpen(true);
    setOpenedCount(openedCount + 1);
  };
  return (
    <SettingsList
      title={t('security.identity')}
      text={t('security.identityText')}
      error={t('security.identityError')}
      query={query}
    >
      {query.data && <LoadedIdentities {...query.data} email={email} onChange={open} />}
      {openedCount > 0 && (
        <Suspense>
          <IdentityDialog
            key={openedCount}
            change={change}
            isOpen={isOpen}
            onClose={() => setIsOpen(false)}
          />
        </Suspense>
      )}
    </SettingsList>
  );
}

interface LoadedIdentitiesProps extends Identities {
  email: string;
  onChange: (change: IdentityChange) => void;
}

function LoadedIdentities(props: LoadedIdentitiesProps) {
  const { identities, hasPassword, canLink, canUnlink, email, onChange } = props;
  return (
    <>
      <ul className="divide-y divide-line empty:hidden">
        {identities.map((identity) => (
          <IdentityRow
            key={identity.id}
            identity={identity}
            onUnlink={canUnlink ? () => onChange({ kind: 'unlink', identity }) : undefined}
          />
        ))}
      </ul>
      {!hasPassword && <MissingPassword email={email} />}
      {hasPassword && canLink && (
        <Button
          variant="secondary"
          className="mt-3"
          onPointerEnter={preloader(loadIdentityDialog)}
          onClick={() => onChange({ kind: 'link' })}
        >
          {t('security.identity.link')}
        </Button>
      )}
    </>
  );
}

interface IdentityRowProps {
  identity: Identity;
  /** Undefined if it cannot be unlinked. */
  onUnlink: (() => void) | undefined;
}

function IdentityRow({
  identity: { provider, createdAt, lastUsedAt },
  onUnlink,
}: IdentityRowProps) {
  return (
    <li className="flex flex-wrap items-center gap-3 py-3">
      <LogIn size="1.25rem" className="shrink-0 text-muted" aria-hidden />
      <div className="min-w-0 grow">
        <p className="font-medium wrap-anywhere">{provider}</p>
        <p className="text-sm text-muted">
          {t(lastUsedAt === null ? 'security.identity.linked' : 'security.identity.lastUsed')}{' '}
          <RelativeTime time={lastUsedAt ?? createdAt} format={formatTimeAgo} />
        </p>
      </div>
      {onUnlink && (
        <Button
          size="sm"
          variant="secondary"
          aria-label={t('security.identity.unlinkNamed', { name: provider })}
          onClick={onUnlink}
        >
          {t('security.identity.unlink')}
        </Button>
      )}
    </li>
  );
}

/** Offers to set a password with "Forgot password?". */
function MissingPassword({ email }: { email: string }) {
  const sending = useMutation({
    mutationFn: () => requestPasswordReset(email),
    onSuccess: () => toast.success(t('security.verificationSent')),
    onError: (error) =>
      toast.error(
        t('security.setPasswordFailed'),
        toFormError(error, t('security.failed')).message,
      ),
  });
  return (
    <>
      <p className="mt-1 text-sm text-muted">{t('security.noPassword')}</p>
      <Button
        variant="secondary"
        className="mt-3 h-auto min-h-10 py-2 whitespace-normal"
        isBusy={sending.isPending}
        onClick={() => sending.mutate()}
      >
        {t('security.setPassword')}
      </Button>
    </>
  );
}
