/** What the server's process took at a moment. */
export interface Sample {
  /** Since the load began. */
  atMs: number;
  memoryMb: number;
  openFiles: number;
  /** Whether it had just let go of all garbage: what is left then is what it holds. */
  isCollected: boolean;
}

export interface Trend {
  /** Of a line through the samples without garbage, which comes and goes: what leaks stays. */
  memoryMbPerHour: number;
  /** The lowest and the highest of all samples, garbage among them. */
  memoryMb: { least: number; most: number };
  /**
   * From the beginning to the end, by the lowest of a fifth of the samples each: connections that
   * clients keep for a while after a busy moment come and go, what leaks stays.
   */
  openFilesGrowth: number;
}

const hourMs = 60 * 60 * 1000;

/** How it went on, once what a start brings is over. */
export function trendOf(samples: readonly Sample[]): Trend {
  const fifth = Math.max(1, Math.floor(samples.length / 5));
  const files = samples.map(({ openFiles }) => openFiles);
  const memory = samples.map(({ memoryMb }) => memoryMb);
  const held = samples.filter(({ isCollected }) => isCollected);
  return {
    memoryMbPerHour: hourMs * slope(held.map(({ atMs, memoryMb }) => [atMs, memoryMb])),
    memoryMb: { least: Math.min(...memory), most: Math.max(...memory) },
    openFilesGrowth: Math.min(...files.slice(-fifth)) - Math.min(...files.slice(0, fifth)),
  };
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
