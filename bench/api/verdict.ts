import type { Bar } from './cases.ts';
import type { Measurement } from './measure.ts';

export interface Verdict {
  /** How the case stands to its bar, in the bar's own measure; undefined when not comparable. */
  standing: string | undefined;
  bar: string;
  reached: 'aim' | 'must' | 'missed' | 'unknown';
}

/** Holds a measurement against its bar. A slowdown needs the other case in the same run. */
export function judge(
  measurement: Measurement,
  bar: Bar,
  others: ReadonlyMap<string, Measurement>,
): Verdict {
  if (bar.kind === 'share') return judgeShare(measurement, bar);
  if (bar.kind === 'latency') return judgeLatency(measurement, bar);
  const label = `at most ${bar.must}x (${bar.aim}x) slower than ${bar.than}`;
  const other = others.get(bar.than);
  if (other === undefined) return { standing: undefined, bar: label, reached: 'unknown' };
  // By the shares, since the machine may have been slower in one case's rounds.
  const slowdown = other.shareOfCeiling / measurement.shareOfCeiling;
  return {
    standing: `${slowdown.toFixed(2)}x`,
    bar: label,
    reached: toReached(slowdown <= bar.must, slowdown <= bar.aim),
  };
}

function judgeShare(measurement: Measurement, bar: Bar & { kind: 'share' }): Verdict {
  const share = measurement.shareOfCeiling;
  const isQuick = measurement.p99Ms <= (bar.p99MaxMs ?? Infinity);
  const latency = bar.p99MaxMs === undefined ? '' : `, p99 ${bar.p99MaxMs} ms`;
  return {
    standing: toPercent(share),
    bar: `${toPercent(bar.must)} (${toPercent(bar.aim)}) of B${latency}`,
    reached: toReached(share >= bar.must && isQuick, share >= bar.aim && isQuick),
  };
}

function judgeLatency({ p975Ms }: Measurement, bar: Bar & { kind: 'latency' }): Verdict {
  return {
    standing: `${p975Ms.toFixed(0)} ms`,
    bar: `p97.5 ${bar.mustMs} ms (${bar.aimMs} ms)`,
    reached: toReached(p975Ms <= bar.mustMs, p975Ms <= bar.aimMs),
  };
}

export function toPercent(share: number): string {
  return `${(share * 100).toFixed(1)} %`;
}

function toReached(reachesMust: boolean, reachesAim: boolean): Verdict['reached'] {
  if (!reachesMust) return 'missed';
  return reachesAim ? 'aim' : 'must';
}
