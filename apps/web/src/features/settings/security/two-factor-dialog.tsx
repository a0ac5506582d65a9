import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { QrCode } from '../../../ui/qr-code.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { t } from '../../../i18n/index.ts';
import { toast } from '../../../lib/toast.ts';
import { readText } from '../../auth/account/form-text.ts';
import { confirmCode, createRecoveryCodes, createSecret, removeTwoFactor } from './two-factor.ts';
import { twoFactorQuery } from './two-factor.queries.ts';
import { ConfirmPasswordField, DialogForm, readPassword } from '../layout/dialog-form.tsx';
import { RecoveryCodesDialog } from './recovery-codes-dialog.tsx';

export type TwoFactorChange = 'setUp' | 'replaceCodes' | 'turnOff';

type Step =
  | { name: 'password' }
  | { name: 'scan'; secret: string; uri: string }
  | { name: 'codes'; codes: readonly string[] };

interface TwoFactorDialogProps {
  change: TwoFactorChange;
  isOpen: boolean;
  onClose: () => void;
}

/** Changes two-factor authentication, after the password was entered again. */
export function TwoFactorDialog({ change, isOpen, onClose }: TwoFactorDialogProps) {
  const [step, setStep] = useState<Step>({ name: 'password' });
  const client = useQueryClient();
  const refresh = () => client.invalidateQueries({ queryKey: twoFactorQuery.queryKey });

  const confirmPassword = async (password: string) => {
    if (change === 'setUp') {
      setStep({ name: 'scan', ...(await createSecret(password)) });
    } else if (change === 'replaceCodes') {
      setStep({ name: 'codes', codes: await createRecoveryCodes(password) });
      void refresh();
    } else {
      await removeTwoFactor(password);
      void refresh();
      toast.success(t('security.turnedOff'));
      onClose();
    }
  };

  if (step.name === 'codes') {
    return <RecoveryCodesDialog isOpen={isOpen} codes={step.codes} onClose={onClose} />;
  }
  if (step.name === 'scan') {
    const confirm = async (form: FormData) => {
      const codes = await confirmCode(readText(form, 'code'));
      void refresh();
      toast.success(t('security.turnedOn'));
      setStep({ name: 'codes', codes });
    };
    return <ScanForm {...{ isOpen, onClose }} {...step} onSubmit={confirm} />;
  }
  return (
    <DialogForm
      isOpen={isOpen}
      onClose={onClose}
      title={t(`security.${change}Title`)}
      confirmLabel={t(`security.${change}Confirm`)}
      isDangerous={change === 'turnOff'}
      failure={t('security.failed')}
      onSubmit={(form) => confirmPassword(readPassword(form))}
    >
      {(errors) => (
        <>
          <p>{t(`security.${change}Text`)}</p>
          <ConfirmPasswordField errors={errors} />
        </>
      )}
    </DialogForm>
  );
}

interface ScanFormProps {
  isOpen: boolean;
  secret: string;
  uri: string;
  onClose: () => void;
  onSubmit: (form: FormData) => Promise<void>;
}

function ScanForm({ isOpen, secret, uri, onClose, onSubmit }: ScanFormProps) {
  return (
    <DialogForm
      isOpen={isOpen}
      onClose={onClose}
      title={t('security.setUpTitle')}
      confirmLabel={t('security.turnOn')}
      failure={t('security.failed')}
      onSubmit={onSubmit}
    >
      {(errors) => (
        <>
          <p>{t('security.scanText')}</p>
          <div className="self-center">
            <QrCode content={uri} label={t('security.qrLabel')} />
          </div>
          <p className="text-sm text-muted">
            {t('security.secretText')}{' '}
            <span className="font-mono text-ink wrap-anywhere select-all">{secret}</span>
          </p>
          <TextField
            label={t('security.code')}
            name="code"
            inputMode="numeric"
            autoComplete="one-time-code"
            hint={t('security.codeHint')}
            error={errors['code']}
            required
          />
        </>
      )}
    </DialogForm>
  );
}
