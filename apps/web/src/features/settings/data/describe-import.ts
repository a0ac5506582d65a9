import type { Import } from '@skein/contracts/imports';
import { t } from '../../../i18n/index.ts';

/** The results of an import, without those that are zero. */
export function describeResults(item: Import): string[] {
  const counts = {
    added: item.addedCount,
    requested: item.requestedCount,
    unchanged: item.unchangedCount,
    removed: item.removedCount,
    notFound: item.notFoundCount,
    rejected: item.rejectedCount,
  } as const;
  const results = ['added', 'requested', 'unchanged', 'removed', 'notFound', 'rejected'] as const;
  return results
    .filter((result) => counts[result] > 0)
    .map((result) => t(`imports.result.${result}`, { count: counts[result] }));
}
