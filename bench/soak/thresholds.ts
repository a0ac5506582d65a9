import type { Outcome } from './load.ts';
import { trendOf, type Sample } from './samples.ts';

/** Shorter runs cannot distinguish a leak from startup growth. */
const judgedFromMinutes = 60;
const thresholds = { memoryMbPerHour: 2, openFilesGrowth: 5, deferredShare: 0.01 };

export interface Deliveries {
  sent: number;
  lost: number;
  doubled: number;
}

export interface Judgement {
  /** Null if the run was too short. */
  isMet: boolean | null;
  line: string;
}

/** Each message must arrive once at the sender's stream and once at the receiver's. */
export function countDeliveries(
  sent: ReadonlySet<string>,
  received: ReadonlyMap<string, number>,
): Deliveries {
  const counts = [...sent].map((content) => received.get(content) ?? 0);
  return {
    sent: sent.size,
    lost: counts.filter((count) => count < 2).length,
    doubled: counts.filter((count) => count > 2).length,
  };
}

/** Compares the run with each threshold; memory and files use the second half. */
export function judge(run: {
  minutes: number;
  outcome: Outcome;
  samples: readonly Sample[];
  deliveries: Deliveries;
}): Judgement[] {
  const { outcome, deliveries } = run;
  const failed = [...outcome.failures.values()].reduce((sum, count) => sum + count, 0);
  return [
    {
      isMet: failed === 0,
      line: `requests that failed: ${failed} of ${outcome.requests} (threshold 0)`,
    },
    {
      isMet: outcome.deferred <= thresholds.deferredShare * outcome.requests,
      line: `requests deferred with a 503: ${outcome.deferred} (threshold ${thresholds.deferredShare * 100} %)`,
    },
    {
      isMet: deliveries.lost === 0 && deliveries.doubled === 0,
      line: `messages: ${deliveries.sent} sent, ${deliveries.lost} lost, ${deliveries.doubled} doubled (threshold 0)`,
    },
    ...judgeTrend(run.minutes, run.samples),
  ];
}

function judgeTrend(minutes: number, samples: readonly Sample[]): Judgement[] {
  const steady = samples.filter(({ atMs }) => atMs >= (minutes * 60_000) / 2);
  const { memoryMbPerHour, memoryMb, openFilesGrowth } = trendOf(steady);
  const isJudged = minutes >= judgedFromMinutes;
  const note = isJudged ? '' : `, judged from ${judgedFromMinutes} minutes on`;
  return [
    {
      isMet: isJudged ? memoryMbPerHour < thresholds.memoryMbPerHour : null,
      line: `memory retained in the second half: ${memoryMbPerHour.toFixed(1)} MB per hour (threshold ${thresholds.memoryMbPerHour}${note}); with garbage between ${memoryMb.least} and ${memoryMb.most} MB`,
    },
    {
      isMet: isJudged ? openFilesGrowth <= thresholds.openFilesGrowth : null,
      line: `open files in the second half: ${openFilesGrowth >= 0 ? '+' : ''}${openFilesGrowth} (threshold ${thresholds.openFilesGrowth}${note})`,
    },
  ];
}
