import type { WebhookEvent } from '@skein/contracts/webhooks';
import { useState } from 'react';
import type { SubmitEvent } from 'react';
import { ApiError, NetworkError } from '../../../api/index.ts';
import { t } from '../../../i18n/index.ts';
import { Button } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { useCreateWebhook } from './webhook.mutation.ts';
import { webhookEvents } from './webhooks.queries.ts';
import { WebhookSecret } from './webhook-secret.tsx';

/** Creates a webhook and shows its secret once. */
export function WebhookForm() {
  const creation = useCreateWebhook();
  const [url, setUrl] = useState('');
  const [events, setEvents] = useState<WebhookEvent[]>(['report.created']);
  const [hashtag, setHashtag] = useState('');
  const { error, data } = creation;
  const fieldErrors = error instanceof ApiError ? error.fieldErrors : [];
  const fieldError = (path: string) => fieldErrors.find((issue) => issue.path === path)?.message;
  const needsHashtag = events.includes('thread.posted');
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    creation.mutate(
      { url: url.trim(), events, ...(needsHashtag && { hashtag }) },
      {
        onSuccess: () => {
          setUrl('');
          setHashtag('');
        },
      },
    );
  };
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4 border-b border-line p-4">
      <p className="text-sm text-muted">{t('admin.webhooks.text')}</p>
      <TextField
        label={t('admin.webhooks.url')}
        type="url"
        placeholder="https://"
        value={url}
        error={fieldError('url')}
        onChange={(event) => setUrl(event.target.value)}
      />
      <fieldset className="flex flex-col gap-2">
        <legend className="mb-1.5 text-sm font-medium">{t('admin.webhooks.events')}</legend>
        {webhookEvents.map((name) => (
          <Checkbox
            key={name}
            checked={events.includes(name)}
            onChange={({ target }) =>
              setEvents(
                webhookEvents.filter((each) =>
                  each === name ? target.checked : events.includes(each),
                ),
              )
            }
          >
            {t(`admin.webhooks.event.${name}`)}
          </Checkbox>
        ))}
      </fieldset>
      {needsHashtag && (
        <TextField
          label={t('admin.webhooks.hashtag')}
          value={hashtag}
          error={fieldError('hashtag')}
          onChange={(event) => setHashtag(event.target.value)}
        />
      )}
      {error !== null && fieldError('url') === undefined && fieldError('hashtag') === undefined && (
        <p role="alert" className="text-sm text-danger">
          {error instanceof NetworkError
            ? t('common.networkError')
            : (fieldErrors[0]?.message ?? error.message)}
        </p>
      )}
      <Button type="submit" isBusy={creation.isPending} className="self-start">
        {t('admin.webhooks.create')}
      </Button>
      {data !== undefined && <WebhookSecret secret={data.secret} />}
    </form>
  );
}
