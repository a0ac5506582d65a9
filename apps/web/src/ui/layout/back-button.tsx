import { ArrowLeft } from 'lucide-react';
import { useNavigate } from 'react-router-dom';
import { t } from '../../i18n/index.ts';
import { paths } from '../../lib/paths.ts';
import { IconButton } from '../icon-button.tsx';

/** Goes back in the history, or to `fallback` (by default the feed) on the first page of a visit. */
export function BackButton({ to = paths.feed }: { to?: string }) {
  const navigate = useNavigate();
  const goBack = () => {
    if (isFirstOfVisit()) void navigate(to, { replace: true });
    else void navigate(-1);
  };
  return <IconButton icon={ArrowLeft} label={t('shell.back')} className="-ml-2" onClick={goBack} />;
}

function isFirstOfVisit(): boolean {
  // The router numbers its history entries. The first of a visit is 0.
  const state = window.history.state as { idx?: number } | null;
  return (state?.idx ?? 0) === 0;
}
