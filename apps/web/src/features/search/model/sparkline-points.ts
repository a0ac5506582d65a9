interface Size {
  width: number;
  height: number;
}

/**
 * The points of a line through these counts, for an SVG `polyline`: from left to right, the
 * highest at the top. Nothing at all lies on the ground.
 */
export function sparklinePoints(counts: readonly number[], { width, height }: Size): string {
  const highest = Math.max(1, ...counts);
  const step = width / Math.max(1, counts.length - 1);
  return counts
    .map((count, index) => `${round(index * step)},${round(height - (count / highest) * height)}`)
    .join(' ');
}

const round = (value: number): number => Math.round(value * 10) / 10;
