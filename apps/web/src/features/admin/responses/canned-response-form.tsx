import {
  cannedResponseTextMaxLength,
  cannedResponseTitleMaxLength,
} from '@skein/contracts/administration';
import type { CannedResponse } from '@skein/contracts/moderation';
import { useState } from 'react';
import type { SubmitEvent } from 'react';
import { ApiError, NetworkError } from '../../../api/index.ts';
import { t } from '../../../i18n/index.ts';
import { TextAreaField } from '../../../ui/text-area-field.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { useSaveCannedResponse } from './canned-responses.ts';
import { FormButtons } from '../shared/form-buttons.tsx';

interface CannedResponseFormProps {
  /** The one to change. Undefined for a new one. */
  response?: CannedResponse;
  /** After saving or canceling a change. */
  onClose?: () => void;
}

/** Creates or changes a canned response. */
export function CannedResponseForm({ response, onClose }: CannedResponseFormProps) {
  const [title, setTitle] = useState(response?.title ?? '');
  const [text, setText] = useState(response?.text ?? '');
  const saving = useSaveCannedResponse(response?.id);
  const { error } = saving;
  const getError = (field: string) =>
    error instanceof ApiError
      ? error.fieldErrors.find(({ path }) => path === field)?.message
      : undefined;
  const isElsewhere = error !== null && !getError('title') && !getError('text');
  const finish = () => {
    if (onClose) onClose();
    else {
      setTitle('');
      setText('');
    }
  };
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!saving.isPending) saving.mutate({ title, text }, { onSuccess: finish });
  };
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      <TextField
        label={t('admin.responses.title')}
        maxLength={cannedResponseTitleMaxLength}
        error={getError('title')}
        value={title}
        onChange={({ target }) => setTitle(target.value)}
      />
      <TextAreaField
        label={t('admin.responses.text')}
        rows={3}
        maxLength={cannedResponseTextMaxLength}
        error={getError('text')}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      {isElsewhere && (
        <p role="alert" className="text-sm text-danger">
          {error instanceof NetworkError ? t('common.networkError') : error.message}
        </p>
      )}
      <FormButtons
        label={t(response ? 'admin.responses.save' : 'admin.responses.create')}
        isBusy={saving.isPending}
        onCancel={onClose}
      />
    </form>
  );
}
