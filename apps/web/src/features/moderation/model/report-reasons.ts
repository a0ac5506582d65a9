import type { ReportReason } from '@skein/contracts/moderation';

// Written out: the contract would bring what checks it along.
export const reportReasons = [
  'spam',
  'harassment',
  'hate',
  'violence',
  'nudity',
  'self_harm',
  'misinformation',
  'illegal',
  'other',
] as const satisfies readonly ReportReason[];
