import type { Outcome } from './load.ts';
import { trendOf, type Sample } from './samples.ts';

/** Only an hour tells a leak from what a start brings. */
const judgedFromMinutes = 60;
const bars = { memoryMbPerHour: 2, openFilesGrowth: 5, putOffShare: 0.01 };

export interface Deliveries {
  sent: number;
  lost: number;
  doubled: number;
}

export interface Judgement {
  /** Null where the run was too short to tell. */
  isKept: boolean | null;
  line: string;
}

/** Each message is to come once to the stream of its sender and once to that of its receiver. */
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

/** How the run stands to each bar; of memory and files by the second half of it. */
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
      isKept: failed === 0,
      line: `requests that failed: ${failed} of ${outcome.requests} (bar 0)`,
    },
    {
      isKept: outcome.putOff <= bars.putOffShare * outcome.requests,
      line: `requests put off by a 503: ${outcome.putOff} (bar ${bars.putOffShare * 100} %)`,
    },
    {
      isKept: deliveries.lost === 0 && deliveries.doubled === 0,
      line: `messages: ${deliveries.sent} sent, ${deliveries.lost} lost, ${deliveries.doubled} doubled (bar 0)`,
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
      isKept: isJudged ? memoryMbPerHour < bars.memoryMbPerHour : null,
      line: `memory held in the second half: ${memoryMbPerHour.toFixed(1)} MB an hour (bar ${bars.memoryMbPerHour}${note}); with garbage between ${memoryMb.least} and ${memoryMb.most} MB`,
    },
    {
      isKept: isJudged ? openFilesGrowth <= bars.openFilesGrowth : null,
      line: `open files in the second half: ${openFilesGrowth >= 0 ? '+' : ''}${openFilesGrowth} (bar ${bars.openFilesGrowth}${note})`,
    },
  ];
}
