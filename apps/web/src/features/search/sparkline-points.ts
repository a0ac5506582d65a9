interface Size {
  width: number;
  height: number;
}

/**
 * The `points` of an SVG `polyline` for these counts, from left to right. The highest count is at
 * the top and 0 at the bottom.
 */
export function sparklinePoints(counts: readonly number[], { width, height }: Size): string {
  const highest = Math.max(1, ...counts);
  const step = width / Math.max(1, counts.length - 1);
  return counts
    .map((count, index) => `${round(index * step)},${round(height - (count / highest) * height)}`)
    .join(' ');
}

const round = (value: number): number => Math.round(value * 10) / 10;
