import ArrowLeft from 'lucide-react/icons/arrow-left';
import { useNavigate } from 'react-router-dom';
import { t } from '../../i18n/index.ts';
import { paths } from '../../lib/paths.ts';
import { IconButton } from '../icon-button.tsx';

/** Goes back in the history, or to `fallback` (by default the feed) on the first page of a visit. */
export function BackButton({ to = paths.feed }: { to?: string }) {
  const navigate = useNavigate();
  const goBack = () => {
    // The router numbers the entries of a visit.
    const { idx } = (window.history.state ?? {}) as { idx?: number };
    if (idx === 0) void navigate(to, { replace: true });
    else void navigate(-1);
  };
  return <IconButton icon={ArrowLeft} label={t('shell.back')} className="-ml-2" onClick={goBack} />;
}
