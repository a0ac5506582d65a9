import type { Threshold } from './cases.ts';
import type { Measurement } from './measure.ts';

export interface Verdict {
  /** The value in the unit of the threshold; undefined if not comparable. */
  value: string | undefined;
  threshold: string;
  reached: 'aim' | 'must' | 'missed' | 'unknown';
}

/** Compares a measurement with its threshold. A slowdown requires the other case in the same run. */
export function judge(
  measurement: Measurement,
  threshold: Threshold,
  others: ReadonlyMap<string, Measurement>,
): Verdict {
  if (threshold.kind === 'share') return judgeShare(measurement, threshold);
  if (threshold.kind === 'latency') return judgeLatency(measurement, threshold);
  const label = `at most ${threshold.must}x (${threshold.aim}x) slower than ${threshold.than}`;
  const other = others.get(threshold.than);
  if (other === undefined) return { value: undefined, threshold: label, reached: 'unknown' };
  // Compares shares, because the machine may have been slower during one case.
  const slowdown = other.shareOfBaseline / measurement.shareOfBaseline;
  return {
    value: `${slowdown.toFixed(2)}x`,
    threshold: label,
    reached: toReached(slowdown <= threshold.must, slowdown <= threshold.aim),
  };
}

function judgeShare(measurement: Measurement, threshold: Threshold & { kind: 'share' }): Verdict {
  const share = measurement.shareOfBaseline;
  const isQuick = measurement.p99Ms <= (threshold.p99MaxMs ?? Infinity);
  const latency = threshold.p99MaxMs === undefined ? '' : `, p99 ${threshold.p99MaxMs} ms`;
  return {
    value: toPercent(share),
    threshold: `${toPercent(threshold.must)} (${toPercent(threshold.aim)}) of B${latency}`,
    reached: toReached(share >= threshold.must && isQuick, share >= threshold.aim && isQuick),
  };
}

function judgeLatency(
  { p975Ms }: Measurement,
  threshold: Threshold & { kind: 'latency' },
): Verdict {
  return {
    value: `${p975Ms.toFixed(0)} ms`,
    threshold: `p97.5 ${threshold.mustMs} ms (${threshold.aimMs} ms)`,
    reached: toReached(p975Ms <= threshold.mustMs, p975Ms <= threshold.aimMs),
  };
}

export function toPercent(share: number): string {
  return `${(share * 100).toFixed(1)} %`;
}

function toReached(reachesMust: boolean, reachesAim: boolean): Verdict['reached'] {
  if (!reachesMust) return 'missed';
  return reachesAim ? 'aim' : 'must';
}
