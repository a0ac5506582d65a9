/** What the server's process took at a moment. */
export interface Sample {
  /** Since the load began. */
  atMs: number;
  memoryMb: number;
  openFiles: number;
}

export interface Trend {
  /** Of a line through the lowest of each minute: garbage comes and goes, what leaks stays. */
  memoryMbPerHour: number;
  /** Of a line through all samples. */
  rawMemoryMbPerHour: number;
  /**
   * From the beginning to the end, by the lowest of a fifth of the samples each: connections that
   * clients keep for a while after a busy moment come and go, what leaks stays.
   */
  openFilesGrowth: number;
}

const minuteMs = 60 * 1000;
const hourMs = 60 * minuteMs;

/** How it went on, once what a start brings is over. */
export function trendOf(samples: readonly Sample[]): Trend {
  const fifth = Math.max(1, Math.floor(samples.length / 5));
  const files = samples.map(({ openFiles }) => openFiles);
  return {
    memoryMbPerHour: slopeOfMemory(lowestOfMinutes(samples)),
    rawMemoryMbPerHour: slopeOfMemory(samples),
    openFilesGrowth: Math.min(...files.slice(-fifth)) - Math.min(...files.slice(0, fifth)),
  };
}

function lowestOfMinutes(samples: readonly Sample[]): Sample[] {
  const minutes = Map.groupBy(samples, ({ atMs }) => Math.floor(atMs / minuteMs));
  return [...minutes.values()].map((minute) =>
    minute.reduce((lowest, sample) => (sample.memoryMb < lowest.memoryMb ? sample : lowest)),
  );
}

function slopeOfMemory(samples: readonly Sample[]): number {
  return hourMs * slope(samples.map(({ atMs, memoryMb }) => [atMs, memoryMb]));
}

/** Of the line with the least squares of distances. */
function slope(points: readonly (readonly [x: number, y: number])[]): number {
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const meanX = mean(points.map(([x]) => x));
  const meanY = mean(points.map(([, y]) => y));
  const spread = points.reduce((sum, [x]) => sum + (x - meanX) ** 2, 0);
  if (spread === 0) return 0;
  return points.reduce((sum, [x, y]) => sum + (x - meanX) * (y - meanY), 0) / spread;
}
