import { useEffect, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { FocusRegion } from '../../../ui/focus-region.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { t } from '../../../i18n/index.ts';
import { loadTerms } from '../api/load-terms.ts';
import { DefaultTerms } from './default-terms.tsx';
import { CustomTerms } from './custom-terms.tsx';

type LoadedTerms = { text: string | null } | 'loading' | 'failed';

/** The operator's terms of use, or the built-in ones. */
export function Terms() {
  return (
    <FocusRegion>
      <TermsContent />
    </FocusRegion>
  );
}

function TermsContent() {
  const [terms, setTerms] = useState<LoadedTerms>('loading');
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    const abort = new AbortController();
    loadTerms(abort.signal).then(
      (text) => setTerms({ text }),
      () => {
        if (!abort.signal.aborted) setTerms('failed');
      },
    );
    return () => abort.abort();
  }, [attempt]);

  if (terms === 'loading') {
    return (
      <div role="status" aria-label={t('common.loading')} className="grid *:[grid-area:1/1]">
        <div className="flex flex-col gap-3">
          <Skeleton className="h-4 w-full" />
          <Skeleton className="h-4 w-5/6" />
          <Skeleton className="h-4 w-2/3" />
        </div>
        {/* Reserves the height, so that what follows does not move. Few operators replace these terms. */}
        <div className="invisible" aria-hidden>
          <DefaultTerms />
        </div>
      </div>
    );
  }
  if (terms === 'failed') {
    const retry = () => {
      setTerms('loading');
      setAttempt(attempt + 1);
    };
    return (
      <div className="flex flex-col items-start gap-3">
        <p>{t('terms.error')}</p>
        <Button variant="secondary" onClick={retry}>
          {t('common.tryAgain')}
        </Button>
      </div>
    );
  }
  return terms.text === null ? <DefaultTerms /> : <CustomTerms text={terms.text} />;
}
