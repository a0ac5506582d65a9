import type { Webhook } from '@skein/contracts/webhooks';
import { lazy, Suspense, useState } from 'react';
import type { ReactNode } from 'react';
import { t } from '../../../i18n/index.ts';
import { firstClick } from '../../../lib/first-click.ts';
import { Button } from '../../../ui/button.tsx';
import { useRotateWebhookSecret, useWebhookAction } from './webhook.mutation.ts';
import { WebhookSecret } from './webhook-secret.tsx';

const ConfirmDialog = lazy(async () => ({
  default: (await import('../../../ui/confirm-dialog.tsx')).ConfirmDialog,
}));

interface Props {
  webhook: Webhook;
  /** A button before those of the actions. */
  children: ReactNode;
}

/** Everything that can be done with a webhook. */
export function WebhookActions({ webhook, children }: Props) {
  const { id: webhookId, url, status } = webhook;
  const [confirming, setConfirming] = useState<'rotate' | 'delete' | null>(null);
  const action = useWebhookAction();
  const rotation = useRotateWebhookSecret(webhookId);
  const isEnabled = status === 'enabled';
  const close = () => setConfirming(null);
  const small = { size: 'sm', variant: 'secondary', isBusy: action.isPending } as const;
  return (
    <>
      <div className="flex flex-wrap gap-2">
        {children}
        {isEnabled && (
          <Button {...small} onClick={firstClick(() => action.mutate({ kind: 'test', webhookId }))}>
            {t('admin.webhooks.test')}
          </Button>
        )}
        <Button
          {...small}
          onClick={firstClick(() =>
            action.mutate({ kind: 'setEnabled', webhookId, isEnabled: !isEnabled }),
          )}
        >
          {t(isEnabled ? 'admin.webhooks.disable' : 'admin.webhooks.enable')}
        </Button>
        <Button {...small} isBusy={rotation.isPending} onClick={() => setConfirming('rotate')}>
          {t('admin.webhooks.rotate')}
        </Button>
        <Button {...small} onClick={() => setConfirming('delete')}>
          {t('admin.webhooks.delete')}
        </Button>
      </div>
      {rotation.data !== undefined && <WebhookSecret secret={rotation.data.secret} />}
      {confirming === 'rotate' && (
        <Suspense>
          <ConfirmDialog
            isOpen
            title={t('admin.webhooks.rotate')}
            text={t('admin.webhooks.rotateText')}
            confirmLabel={t('admin.webhooks.rotate')}
            isDangerous
            onCancel={close}
            onConfirm={() => {
              close();
              rotation.mutate();
            }}
          />
        </Suspense>
      )}
      {confirming === 'delete' && (
        <Suspense>
          <ConfirmDialog
            isOpen
            title={t('admin.webhooks.deleteTitle')}
            text={t('admin.webhooks.deleteText', { url })}
            confirmLabel={t('admin.webhooks.delete')}
            isDangerous
            onCancel={close}
            onConfirm={() => {
              close();
              action.mutate({ kind: 'delete', webhookId });
            }}
          />
        </Suspense>
      )}
    </>
  );
}
