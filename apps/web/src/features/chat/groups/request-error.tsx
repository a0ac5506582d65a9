import { ApiError } from '../../../api/index.ts';
import { t } from '../../../i18n/index.ts';

/** Why a request has failed, next to the button that sends it again. */
export function RequestError({ error }: { error: Error | null }) {
  const isExplained = error instanceof ApiError && error.message !== '';
  return (
    <p role="alert" className="min-w-0 grow text-sm text-danger">
      {error !== null && (isExplained ? error.message : t('chat.actFailed'))}
    </p>
  );
}
