import type { Import } from '@skein/contracts/imports';
import type { Failure, ImportRecord, Outcome } from './imports.repository.ts';

export function toImportDto(
  record: ImportRecord,
  outcomes: ReadonlyMap<Outcome, number>,
  failures: readonly Failure[],
): Import {
  const getCount = (outcome: Outcome) => outcomes.get(outcome) ?? 0;
  return {
    id: record.id,
    kind: record.kind,
    mode: record.mode,
    status: record.status,
    rowsCount: record.rowsCount,
    foundCount: record.foundCount,
    removalsCount: record.removalsCount,
    processedCount: outcomes.values().reduce((sum, count) => sum + count, 0),
    addedCount: getCount('added'),
    requestedCount: getCount('requested'),
    unchangedCount: getCount('unchanged'),
    notFoundCount: getCount('not_found'),
    rejectedCount: getCount('rejected'),
    removedCount: record.removedCount,
    failures: [...failures],
    waitsUntil: record.isWaiting ? record.dueAt.toISOString() : null,
    createdAt: record.createdAt.toISOString(),
    finishedAt: record.finishedAt?.toISOString() ?? null,
  };
}
