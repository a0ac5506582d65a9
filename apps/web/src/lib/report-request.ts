import type { ReportTargetType } from '@skein/contracts/moderation';
import { createStore } from './store.ts';

/** What somebody wants to tell the administrators of. */
export type ReportRequest =
  | { targetType: 'user'; targetId: string; name: string }
  | {
      targetType: Exclude<ReportTargetType, 'user'>;
      targetId: string;
      /** Whose it is. */
      name: string;
      authorId: string;
    };

const store = createStore<ReportRequest | null>(null);

/** What the report dialog is open for; null while it is closed. One dialog serves every screen. */
export const useReportRequest = store.useValue;

/** Opens the report dialog over the screen. */
export function openReport(request: ReportRequest): void {
  store.set(request);
}

export function closeReport(): void {
  store.set(null);
}
