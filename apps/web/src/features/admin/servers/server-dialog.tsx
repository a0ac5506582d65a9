import {
  serverDomainMaxLength,
  serverNoteMaxLength,
  serverPolicies,
} from '@skein/contracts/administration';
import type { ServerPolicy } from '@skein/contracts/administration';
import { adminReasonMaxLength } from '@skein/contracts/limits';
import type { AdminServer } from '@skein/contracts/moderation';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import type { SubmitEvent } from 'react';
import { ApiError } from '../../../api/index.ts';
import { t } from '../../../i18n/index.ts';
import { useDebounced } from '../../../lib/use-debounced.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { TextAreaField } from '../../../ui/text-area-field.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { useUpdateServer } from './servers.mutation.ts';
import { serverEffectQuery } from './servers.queries.ts';

const searchDelayMs = 300;

interface ServerDialogProps {
  /** Null for a server that is not known yet. */
  server: AdminServer | null;
  onClose: () => void;
}

/** Decides how to deal with a server, and shows what that concerns. */
export function ServerDialog({ server, onClose }: ServerDialogProps) {
  const formId = useId();
  const [decision, setDecision] = useState(() => toDecision(server));
  const update = useUpdateServer();
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const domain = decision.domain.trim();
    if (update.isPending || domain === '') return;
    update.mutate({ ...decision, domain }, { onSuccess: onClose });
  };
  const isDangerous = decision.policy === 'suspended' && server?.policy !== 'suspended';
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={server === null ? t('admin.servers.add') : server.domain}
      footer={
        <div className="flex justify-end gap-2">
          <Button variant="secondary" onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button
            type="submit"
            form={formId}
            variant={isDangerous ? 'danger' : 'primary'}
            isBusy={update.isPending}
          >
            {t(isDangerous ? 'admin.servers.suspend' : 'admin.servers.save')}
          </Button>
        </div>
      }
    >
      <form id={formId} noValidate onSubmit={submit} className="flex flex-col gap-4 p-4">
        <Fields
          isNew={server === null}
          value={decision}
          error={readError(update.error)}
          onChange={(changes) => setDecision({ ...decision, ...changes })}
        />
      </form>
    </Dialog>
  );
}

interface Decision {
  domain: string;
  policy: ServerPolicy;
  reason: string;
  note: string;
}

function toDecision(server: AdminServer | null): Decision {
  if (server === null) return { domain: '', policy: 'suspended', reason: '', note: '' };
  const { domain, policy, reason, note } = server;
  return { domain, policy: policy ?? 'open', reason, note };
}

interface FieldsProps {
  /** Whether the domain can be written. */
  isNew: boolean;
  value: Decision;
  error: string | undefined;
  onChange: (changes: Partial<Decision>) => void;
}

function Fields({ isNew, value: { domain, policy, reason, note }, error, onChange }: FieldsProps) {
  const countedDomain = useDebounced(domain.trim(), searchDelayMs);
  return (
    <>
      {isNew && (
        <TextField
          label={t('admin.servers.domain')}
          hint={t('admin.servers.domainHint')}
          error={error}
          inputMode="url"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={serverDomainMaxLength}
          value={domain}
          onChange={({ target }) => onChange({ domain: target.value })}
        />
      )}
      <SelectField
        label={t('admin.servers.policy')}
        hint={t(`admin.servers.hint.${policy}`)}
        value={policy}
        onChange={({ target }) =>
          onChange({ policy: serverPolicies.find((each) => each === target.value) ?? 'open' })
        }
      >
        {serverPolicies.map((each) => (
          <option key={each} value={each}>
            {t(`admin.servers.policy.${each}`)}
          </option>
        ))}
      </SelectField>
      <Effect domain={countedDomain} policy={policy} />
      <TextField
        label={t('admin.reason')}
        hint={t('admin.servers.reasonHint')}
        error={isNew ? undefined : error}
        maxLength={adminReasonMaxLength}
        value={reason}
        onChange={({ target }) => onChange({ reason: target.value })}
      />
      <TextAreaField
        label={t('admin.servers.note')}
        rows={2}
        maxLength={serverNoteMaxLength}
        value={note}
        onChange={({ target }) => onChange({ note: target.value })}
      />
    </>
  );
}

/** The accounts, threads and follows that a policy concerns. */
function Effect({ domain, policy }: { domain: string; policy: ServerPolicy }) {
  const isHiding = policy === 'suspended' || policy === 'limited';
  const { data } = useQuery({
    ...serverEffectQuery(domain),
    enabled: isHiding && domain.includes('.'),
    retry: false,
  });
  if (!isHiding || data === undefined) return null;
  const { usersCount, threadsCount, followsCount } = data;
  return (
    <div role="status" className="rounded-md border border-line p-3">
      {usersCount === 0 ? (
        <p>{t('admin.servers.noEffect')}</p>
      ) : (
        <>
          <p>{t('admin.servers.concerns', { users: usersCount, threads: threadsCount })}</p>
          {policy === 'suspended' && (
            <p className="text-danger">
              {t('admin.servers.endingFollows', { count: followsCount })}
            </p>
          )}
        </>
      )}
    </div>
  );
}

function readError(error: Error | null): string | undefined {
  if (error === null) return undefined;
  return error instanceof ApiError && error.message ? error.message : t('admin.failed');
}
