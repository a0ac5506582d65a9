import ArrowLeft from 'lucide-react/icons/arrow-left';
import { t } from '../../i18n/index.ts';
import { paths } from '../../lib/paths.ts';
import { IconButton } from '../icon-button.tsx';
import { isFirstEntry, navigate } from '../../lib/navigation.tsx';

/** Goes back in the history, or to `fallback` (by default the feed) on the first page of a visit. */
export function BackButton({ to = paths.feed }: { to?: string }) {
  const goBack = () => {
    if (isFirstEntry()) navigate(to, { replace: true });
    else window.history.back();
  };
  return <IconButton icon={ArrowLeft} label={t('shell.back')} className="-ml-2" onClick={goBack} />;
}
