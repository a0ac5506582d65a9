/** A sample of the server process. */
export interface Sample {
  /** Since the start of the load. */
  atMs: number;
  memoryMb: number;
  openFiles: number;
  /** Whether it was taken directly after a garbage collection. */
  isCollected: boolean;
}

export interface Trend {
  /** Slope of a line through the samples after garbage collections. */
  memoryMbPerHour: number;
  /** Minimum and maximum of all samples, including garbage. */
  memoryMb: { min: number; max: number };
  /**
   * Difference between the minimum of the first and last fifth of the samples, which ignores idle
   * connections after busy moments.
   */
  openFilesGrowth: number;
}

const hourMs = 60 * 60 * 1000;

/** The trend after the warm-up. */
export function getTrend(samples: readonly Sample[]): Trend {
  const fifth = Math.max(1, Math.floor(samples.length / 5));
  const files = samples.map(({ openFiles }) => openFiles);
  const memory = samples.map(({ memoryMb }) => memoryMb);
  const afterCollection = samples.filter(({ isCollected }) => isCollected);
  return {
    memoryMbPerHour: hourMs * slope(afterCollection.map(({ atMs, memoryMb }) => [atMs, memoryMb])),
    memoryMb: { min: Math.min(...memory), max: Math.max(...memory) },
    openFilesGrowth: Math.min(...files.slice(-fifth)) - Math.min(...files.slice(0, fifth)),
  };
}

/** Slope by linear least squares. */
function slope(points: readonly (readonly [x: number, y: number])[]): number {
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const meanX = mean(points.map(([x]) => x));
  const meanY = mean(points.map(([, y]) => y));
  const variance = points.reduce((sum, [x]) => sum + (x - meanX) ** 2, 0);
  if (variance === 0) return 0;
  return points.reduce((sum, [x, y]) => sum + (x - meanX) * (y - meanY), 0) / variance;
}
