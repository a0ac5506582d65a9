import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ReactNode } from 'react';
import * as routes from '@skein/contracts/routes';
import type { Thread, Translation } from '@skein/contracts/threads';
import { ApiError, request } from '../../../api/index.ts';
import { locale, t } from '../../../i18n/index.ts';

interface TranslatableContentProps {
  thread: Thread;
  render: (text: Pick<Thread, 'content' | 'language'>, isTranslated: boolean) => ReactNode;
}

const lineClass = 'mt-1 flex min-h-6 flex-wrap items-center gap-x-1.5 text-sm text-muted';
const buttonClass =
  'min-h-6 font-medium text-accent hover:underline disabled:no-underline disabled:opacity-60 pointer-coarse:min-h-10';

/** The text of a thread with a button that translates it, or the translation with one that shows the original. */
export function TranslatableContent({ thread, render }: TranslatableContentProps) {
  const [isWanted, setIsWanted] = useState(false);
  const { data, error, isFetching } = useQuery({
    // An edited thread is translated again.
    queryKey: ['translation', thread.id, thread.editedAt],
    queryFn: ({ signal }) => {
      const params = { threadId: thread.id };
      return request(routes.getTranslation, { params, query: { language: locale }, signal });
    },
    enabled: isWanted,
    retry: false,
    staleTime: Infinity,
  });
  if (isWanted && data) {
    return (
      <>
        {render(data, true)}
        <p className={lineClass}>
          <span>{describe(data)}</span>
          <span aria-hidden className="max-sm:hidden">
            ·
          </span>
          <button type="button" className={buttonClass} onClick={() => setIsWanted(false)}>
            {t('translation.showOriginal')}
          </button>
        </p>
      </>
    );
  }
  const isFailed = isWanted && error !== null && !isFetching;
  return (
    <>
      {render(thread, false)}
      {isFailed ? (
        <p role="alert" className={lineClass}>
          {error instanceof ApiError ? error.message : t('common.networkError')}
        </p>
      ) : (
        <p className={lineClass}>
          <button
            type="button"
            className={buttonClass}
            disabled={isFetching}
            onClick={() => setIsWanted(true)}
          >
            {t(isFetching ? 'translation.busy' : 'translation.translate')}
          </button>
        </p>
      )}
    </>
  );
}

function describe({ sourceLanguage, provider }: Translation): string {
  const names = new Intl.DisplayNames(locale, { type: 'language', fallback: 'none' });
  const language = sourceLanguage === null ? undefined : names.of(sourceLanguage);
  const source =
    language === undefined ? t('translation.done') : t('translation.from', { language });
  return `${source} ${t('translation.by', { provider })}`;
}
