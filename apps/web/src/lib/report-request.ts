import type { ReportTargetType } from '@skein/contracts/moderation';
import { createStore } from './store.ts';

/** The target of a report to the administrators. */
export type ReportRequest =
  | { targetType: 'user'; targetId: string; name: string }
  | {
      targetType: Exclude<ReportTargetType, 'user'>;
      targetId: string;
      /** The name of the author. */
      name: string;
      authorId: string;
    };

const store = createStore<ReportRequest | null>(null);

/** The request the report dialog is open for; null while it is closed. All pages share one dialog. */
export const useReportRequest = store.useValue;

export function openReport(request: ReportRequest): void {
  store.set(request);
}

export function closeReport(): void {
  store.set(null);
}
