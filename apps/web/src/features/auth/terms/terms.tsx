import { t } from '../../../i18n/index.ts';
import { LazyMarkdown } from '../../instance/lazy-markdown.tsx';
import { Loaded } from '../../instance/loaded.tsx';
import { TextSkeleton } from '../../instance/text-skeleton.tsx';
import { loadTerms } from './load-terms.ts';
import { DefaultTerms } from './default-terms.tsx';

/** The terms of use of the instance, or the built-in ones. */
export function Terms() {
  return (
    <Loaded load={loadTerms} placeholder={<TermsPlaceholder />} failure={t('terms.error')}>
      {(text) => (text === null ? <DefaultTerms /> : <LazyMarkdown text={text} />)}
    </Loaded>
  );
}

function TermsPlaceholder() {
  return (
    <div className="grid *:[grid-area:1/1]">
      <TextSkeleton />
      {/* Reserves the height, so that what follows does not move. Few instances replace these terms. */}
      <div className="invisible" aria-hidden>
        <DefaultTerms />
      </div>
    </div>
  );
}
