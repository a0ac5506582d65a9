import { useId } from 'react';
import { t } from '../../../i18n/index.ts';
import { toast } from '../../../lib/toast.ts';
import { Button } from '../../../ui/button.tsx';

/** A new secret, which is shown only once. */
export function WebhookSecret({ secret }: { secret: string }) {
  const id = useId();
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(secret);
      toast.success(t('admin.webhooks.copied'));
    } catch {
      // The clipboard needs HTTPS and permission. The secret can be selected.
      toast.error(t('admin.webhooks.notCopied'));
    }
  };
  return (
    <div role="status" className="flex flex-col items-start gap-2 rounded-md bg-sunken p-3">
      <label htmlFor={id} className="text-sm font-medium">
        {t('admin.webhooks.secret')}
      </label>
      <input
        id={id}
        readOnly
        value={secret}
        onFocus={(event) => event.target.select()}
        className="h-10 w-full rounded-md border border-field bg-canvas px-3 text-sm"
      />
      <Button size="sm" variant="secondary" onClick={() => void copy()}>
        {t('admin.webhooks.copy')}
      </Button>
    </div>
  );
}
