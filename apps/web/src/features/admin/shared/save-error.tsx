import { ApiError, NetworkError } from '../../../api/index.ts';
import { t } from '../../../i18n/index.ts';
import { Button } from '../../../ui/button.tsx';

interface SaveErrorProps {
  error: Error | null;
  /** Loads what somebody else has saved. */
  onReload: () => void;
}

/** Why something could not be saved, and a way to load the current version after a conflict. */
export function SaveError({ error, onReload }: SaveErrorProps) {
  return (
    <div role="alert" className="flex flex-col items-start gap-3 text-danger empty:hidden">
      {error !== null && <p>{toText(error)}</p>}
      {error instanceof ApiError && error.code === 'conflict' && (
        <Button variant="secondary" onClick={onReload}>
          {t('admin.settings.reload')}
        </Button>
      )}
    </div>
  );
}

function toText(error: Error): string {
  if (error instanceof NetworkError) return t('common.networkError');
  return error instanceof ApiError && error.message ? error.message : t('admin.failed');
}
