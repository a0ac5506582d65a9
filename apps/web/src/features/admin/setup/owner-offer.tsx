import { KeyRound } from 'lucide-react';
import { useRef, useState } from 'react';
import type { SubmitEvent } from 'react';
import { flushSync } from 'react-dom';
import { useLocation } from 'react-router-dom';
import { ApiError } from '../../../api/index.ts';
import { t } from '../../../i18n/index.ts';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { useBecomeOwner } from './become-owner.mutation.ts';
import { SaveError } from '../shared/save-error.tsx';

/**
 * Offers the user of the first account to become the owner. The link that the server prints contains the
 * code. Without it, the code is asked for when the server requires it: on its own machine, it does not.
 */
export function OwnerOffer({ onSubmit }: { onSubmit: () => void }) {
  const { hash } = useLocation();
  const [linkedCode] = useState(() => new URLSearchParams(hash.slice(1)).get('code') ?? '');
  const [hasCodeField, setHasCodeField] = useState(linkedCode !== '');
  const inputRef = useRef<HTMLInputElement>(null);
  const claim = useBecomeOwner();
  const codeError = findCodeError(claim.error);
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (claim.isPending) return;
    onSubmit();
    claim.mutate(inputRef.current?.value.trim() ?? '', {
      onError: (error) => {
        if (findCodeError(error) === undefined) return;
        flushSync(() => setHasCodeField(true));
        inputRef.current?.focus();
      },
    });
  };
  return (
    <Notice icon={KeyRound} title={t('admin.setup.ownerTitle')} text={t('admin.setup.ownerText')}>
      <form noValidate onSubmit={submit} className="flex max-w-form flex-col items-center gap-4">
        {hasCodeField && (
          <TextField
            ref={inputRef}
            className="w-full text-start"
            label={t('admin.setup.code')}
            hint={t('admin.setup.codeHint')}
            error={codeError}
            defaultValue={linkedCode}
            name="code"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            required
          />
        )}
        {codeError === undefined && (
          <SaveError error={claim.error} onReload={() => window.location.reload()} />
        )}
        <Button type="submit" isBusy={claim.isPending}>
          {t('admin.setup.becomeOwner')}
        </Button>
      </form>
    </Notice>
  );
}

function findCodeError(error: Error | null): string | undefined {
  if (!(error instanceof ApiError)) return undefined;
  return error.fieldErrors.find(({ path }) => path === 'code')?.message;
}
