import { accessTokenNameMaxLength } from '@skein/contracts/limits';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { t } from '../../../i18n/index.ts';
import { toast } from '../../../lib/toast.ts';
import { describeScopes } from '../../apps/describe-scopes.ts';
import { readText } from '../../auth/account/form-text.ts';
import { authorizedAppsQuery } from './authorized-apps.queries.ts';
import { createAccessToken } from './create-access-token.ts';
import { ConfirmPasswordField, DialogForm, readPassword } from '../layout/dialog-form.tsx';
import { SelectField } from '../../../ui/select-field.tsx';

const scopeChoices = ['read', 'write', 'follow'];
const dayChoices = [30, 90, 365];

interface AccessTokenDialogProps {
  isOpen: boolean;
  onClose: () => void;
}

/** Creates an access token for scripts and shows it once. */
export function AccessTokenDialog({ isOpen, onClose }: AccessTokenDialogProps) {
  const client = useQueryClient();
  const [token, setToken] = useState<string | null>(null);
  if (token !== null) return <NewAccessToken token={token} isOpen={isOpen} onClose={onClose} />;
  const submit = async (form: FormData) => {
    const days = Number(readText(form, 'expiresInDays'));
    const created = await createAccessToken({
      name: readText(form, 'name'),
      scopes: scopeChoices.filter((scope) => form.has(scope)),
      expiresInDays: days === 0 ? null : days,
      password: readPassword(form),
    });
    void client.invalidateQueries({ queryKey: authorizedAppsQuery.queryKey });
    setToken(created);
  };
  return (
    <DialogForm
      isOpen={isOpen}
      onClose={onClose}
      title={t('apps.tokens.title')}
      confirmLabel={t('apps.tokens.confirm')}
      failure={t('apps.tokens.failed')}
      onSubmit={submit}
    >
      {(errors) => (
        <>
          <p>{t('apps.tokens.text')}</p>
          <TextField
            label={t('apps.tokens.name')}
            name="name"
            maxLength={accessTokenNameMaxLength}
            hint={t('apps.tokens.nameHint')}
            error={errors['name']}
            required
          />
          <fieldset
            aria-describedby={errors['scopes'] === undefined ? undefined : 'scopes-error'}
            className="flex flex-col gap-2"
          >
            <legend className="mb-1.5 text-sm font-medium">{t('apps.tokens.scopes')}</legend>
            {scopeChoices.map((scope) => (
              <Checkbox key={scope} name={scope} defaultChecked={scope === 'read'}>
                {describeScopes([scope])}
              </Checkbox>
            ))}
            {errors['scopes'] !== undefined && (
              <p id="scopes-error" className="text-sm text-danger">
                {errors['scopes']}
              </p>
            )}
          </fieldset>
          <SelectField
            label={t('apps.tokens.expiry')}
            name="expiresInDays"
            error={errors['expiresInDays']}
          >
            {dayChoices.map((count) => (
              <option key={count} value={count}>
                {t('apps.tokens.days', { count })}
              </option>
            ))}
            <option value={0}>{t('apps.tokens.noExpiry')}</option>
          </SelectField>
          <ConfirmPasswordField errors={errors} />
        </>
      )}
    </DialogForm>
  );
}

function NewAccessToken({ token, isOpen, onClose }: AccessTokenDialogProps & { token: string }) {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(token);
      toast.success(t('apps.copied'));
    } catch {
      // The clipboard needs HTTPS and permission.
      toast.error(t('apps.tokens.copyFailed'));
    }
  };
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={t('apps.tokens.doneTitle')}
      footer={
        <div className="flex flex-wrap justify-end gap-2">
          <Button variant="secondary" onClick={() => void copy()}>
            {t('apps.copy')}
          </Button>
          <Button onClick={onClose}>{t('apps.tokens.done')}</Button>
        </div>
      }
    >
      <div className="flex flex-col gap-4 p-4">
        <p>{t('apps.tokens.doneText')}</p>
        <code className="rounded-md bg-sunken p-4 font-mono select-all wrap-anywhere">{token}</code>
      </div>
    </Dialog>
  );
}
