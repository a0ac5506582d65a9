import type { LoadResult } from './load.ts';
import { getTrend, type Sample } from './samples.ts';

/** Shorter runs cannot distinguish a leak from startup growth. */
const minMinutes = 60;
const thresholds = { memoryMbPerHour: 2, openFilesGrowth: 5, deferredShare: 0.01 };

export interface Deliveries {
  sent: number;
  lost: number;
  duplicated: number;
}

export interface Comparison {
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
    duplicated: counts.filter((count) => count > 2).length,
  };
}

/** Compares the run with each threshold; memory and files use the second half. */
export function compareWithThresholds(run: {
  minutes: number;
  result: LoadResult;
  samples: readonly Sample[];
  deliveries: Deliveries;
}): Comparison[] {
  const { result, deliveries } = run;
  const failed = [...result.failures.values()].reduce((sum, count) => sum + count, 0);
  return [
    {
      isMet: failed === 0,
      line: `requests that failed: ${failed} of ${result.requests} (threshold 0)`,
    },
    {
      isMet: result.deferred <= thresholds.deferredShare * result.requests,
      line: `requests deferred with a 503: ${result.deferred} (threshold ${thresholds.deferredShare * 100} %)`,
    },
    {
      isMet: deliveries.lost === 0 && deliveries.duplicated === 0,
      line: `messages: ${deliveries.sent} sent, ${deliveries.lost} lost, ${deliveries.duplicated} duplicated (threshold 0)`,
    },
    ...compareTrend(run.minutes, run.samples),
  ];
}

function compareTrend(minutes: number, samples: readonly Sample[]): Comparison[] {
  const steady = samples.filter(({ atMs }) => atMs >= (minutes * 60_000) / 2);
  const { memoryMbPerHour, memoryMb, openFilesGrowth } = getTrend(steady);
  const isLongEnough = minutes >= minMinutes;
  const note = isLongEnough ? '' : `, from ${minMinutes} minutes on`;
  return [
    {
      isMet: isLongEnough ? memoryMbPerHour < thresholds.memoryMbPerHour : null,
      line: `memory retained in the second half: ${memoryMbPerHour.toFixed(1)} MB per hour (threshold ${thresholds.memoryMbPerHour}${note}); with garbage between ${memoryMb.min} and ${memoryMb.max} MB`,
    },
    {
      isMet: isLongEnough ? openFilesGrowth <= thresholds.openFilesGrowth : null,
      line: `open files in the second half: ${openFilesGrowth >= 0 ? '+' : ''}${openFilesGrowth} (threshold ${thresholds.openFilesGrowth}${note})`,
    },
  ];
}
