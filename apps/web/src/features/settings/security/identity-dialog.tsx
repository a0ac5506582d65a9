import type { Identity } from '@skein/contracts/auth';
import { useQueryClient } from '@tanstack/react-query';
import { t } from '../../../i18n/index.ts';
import { toast } from '../../../lib/toast.ts';
import { openIdentityLink } from '../../auth/sign-in/single-sign-on.ts';
import { identitiesQuery } from './identities.queries.ts';
import { unlinkIdentity } from './unlink-identity.ts';
import { ConfirmPasswordField, DialogForm, readPassword } from '../layout/dialog-form.tsx';

export type IdentityChange =
  { kind: 'link' } | { kind: 'unlink'; identity: Pick<Identity, 'id' | 'provider'> };

interface IdentityDialogProps {
  change: IdentityChange;
  isOpen: boolean;
  onClose: () => void;
}

/** Links or unlinks an account at an OpenID Connect provider. */
export function IdentityDialog({ change, isOpen, onClose }: IdentityDialogProps) {
  const client = useQueryClient();
  const { kind } = change;
  const submit = async (form: FormData) => {
    if (change.kind === 'link') {
      await openIdentityLink(readPassword(form));
      return;
    }
    await unlinkIdentity(change.identity.id, readPassword(form));
    void client.invalidateQueries({ queryKey: identitiesQuery.queryKey });
    toast.success(t('security.identity.unlink.done'));
    onClose();
  };
  return (
    <DialogForm
      isOpen={isOpen}
      onClose={onClose}
      title={t(`security.identity.${kind}.title`)}
      confirmLabel={t(`security.identity.${kind}.confirm`)}
      isDangerous={kind === 'unlink'}
      failure={t('security.failed')}
      onSubmit={submit}
    >
      {(errors) => (
        <>
          <p>
            {change.kind === 'link'
              ? t('security.identity.link.text')
              : t('security.identity.unlink.text', { name: change.identity.provider })}
          </p>
          <ConfirmPasswordField errors={errors} />
        </>
      )}
    </DialogForm>
  );
}
