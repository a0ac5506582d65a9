import { Suspense, useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { t } from '../../i18n/index.ts';
import { Button } from '../../ui/button.tsx';
import { FocusRegion } from '../../ui/focus-region.tsx';

interface LoadedProps<Value> {
  /** Must not change between renders. */
  load: (signal: AbortSignal) => Promise<Value>;
  placeholder: ReactNode;
  /** The text when it could not be loaded. */
  failure: string;
  children: (value: Value) => ReactNode;
}

/** Content of a signed-out page that is loaded, with a placeholder and a retry. */
export function Loaded<Value>(props: LoadedProps<Value>) {
  return (
    <FocusRegion>
      <LoadedContent {...props} />
    </FocusRegion>
  );
}

function LoadedContent<Value>({ load, placeholder, failure, children }: LoadedProps<Value>) {
  const [state, setState] = useState<{ value: Value } | 'loading' | 'failed'>('loading');
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    const abort = new AbortController();
    load(abort.signal).then(
      (value) => setState({ value }),
      () => {
        if (!abort.signal.aborted) setState('failed');
      },
    );
    return () => abort.abort();
  }, [load, attempt]);

  const loading = (
    <div role="status" aria-label={t('common.loading')} data-loading="">
      {placeholder}
    </div>
  );
  if (state === 'loading') return loading;
  if (state === 'failed') {
    const retry = () => {
      setState('loading');
      setAttempt(attempt + 1);
    };
    return (
      <div className="flex flex-col items-start gap-3">
        <p>{failure}</p>
        <Button variant="secondary" onClick={retry}>
          {t('common.tryAgain')}
        </Button>
      </div>
    );
  }
  // All content appears at once, so that a part that loads later does not move the rest.
  return <Suspense fallback={loading}>{children(state.value)}</Suspense>;
}
