import { t } from '../../../i18n/index.ts';
import { getInstanceName } from '../../../lib/instance.ts';

/** The built-in terms of use. */
export function DefaultTerms() {
  const instance = getInstanceName();
  const terms = [
    t('terms.own', { instance }),
    t('terms.lawful'),
    t('terms.kind'),
    t('terms.private'),
    t('terms.removal', { instance }),
  ];
  return (
    <ol className="flex list-decimal flex-col gap-3 pl-5 marker:text-muted">
      {terms.map((term) => (
        <li key={term}>{term}</li>
      ))}
    </ol>
  );
}
