import { invitationDaysMax, invitationUsesMax } from '@skein/contracts/limits';
import { useId, useState } from 'react';
import type { SubmitEvent } from 'react';
import { ApiError, NetworkError } from '../../../api/index.ts';
import { t } from '../../../i18n/index.ts';
import { toast } from '../../../lib/toast.ts';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import type { useCreateOwnInvitation } from './own-invitations.mutation.ts';

const daysDefault = 7;
const usesDefault = 1;

interface InvitationFormProps {
  creation: ReturnType<typeof useCreateOwnInvitation>;
  text: string;
}

/** Creates an invitation and shows its link once. */
export function InvitationForm({ creation, text }: InvitationFormProps) {
  const [days, setDays] = useState(String(daysDefault));
  const [usesMax, setUsesMax] = useState(String(usesDefault));
  const { error, data } = creation;
  const fieldError = (path: string) =>
    error instanceof ApiError
      ? error.fieldErrors.find((issue) => issue.path === path)?.message
      : undefined;
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    creation.mutate({ days: Number(days), usesMax: Number(usesMax) });
  };
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4 border-b border-line p-4">
      <p className="text-sm text-muted">{text}</p>
      <div className="grid gap-4 min-[25rem]:grid-cols-2">
        <TextField
          label={t('admin.invitations.usesMax')}
          type="number"
          min={1}
          max={invitationUsesMax}
          value={usesMax}
          error={fieldError('usesMax')}
          onChange={(event) => setUsesMax(event.target.value)}
        />
        <TextField
          label={t('admin.invitations.days')}
          type="number"
          min={1}
          max={invitationDaysMax}
          value={days}
          error={fieldError('days')}
          onChange={(event) => setDays(event.target.value)}
        />
      </div>
      {error !== null && (
        <p role="alert" className="text-sm text-danger">
          {error instanceof NetworkError ? t('common.networkError') : error.message}
        </p>
      )}
      <Button type="submit" isBusy={creation.isPending} className="self-start">
        {t('admin.invitations.create')}
      </Button>
      {data !== undefined && <InvitationLink link={data.link} />}
    </form>
  );
}

function InvitationLink({ link }: { link: string }) {
  const id = useId();
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(link);
      toast.success(t('admin.invitations.copied'));
    } catch {
      // The clipboard needs HTTPS and permission. The link can be selected.
      toast.error(t('admin.invitations.notCopied'));
    }
  };
  return (
    <div role="status" className="flex flex-col items-start gap-2 rounded-md bg-sunken p-3">
      <label htmlFor={id} className="text-sm font-medium">
        {t('admin.invitations.link')}
      </label>
      <input
        id={id}
        readOnly
        value={link}
        onFocus={(event) => event.target.select()}
        className="h-10 w-full rounded-md border border-field bg-canvas px-3 text-sm"
      />
      <Button size="sm" variant="secondary" onClick={() => void copy()}>
        {t('admin.invitations.copy')}
      </Button>
    </div>
  );
}
