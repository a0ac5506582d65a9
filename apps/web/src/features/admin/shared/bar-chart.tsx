interface BarChartProps {
  /** The accessible description. */
  label: string;
  /** Null leaves a gap. */
  bars: readonly { key: string; value: number | null }[];
}

const height = 40;
const gap = 0.15;
/** The height of the smallest bar, so that it differs from zero. */
const smallestBar = 1;

/** A small bar chart as wide as its container. Show the numbers elsewhere. */
export function BarChart({ label, bars }: BarChartProps) {
  const highest = Math.max(1, ...bars.map(({ value }) => value ?? 0));
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${bars.length} ${height}`}
      preserveAspectRatio="none"
      className="h-16 w-full border-b border-line text-mark"
    >
      {bars.map(({ key, value }, index) => {
        const barHeight = value ? Math.max(smallestBar, (value / highest) * height) : 0;
        return (
          <rect
            key={key}
            x={index + gap / 2}
            y={height - barHeight}
            width={1 - gap}
            height={barHeight}
            fill="currentColor"
          />
        );
      })}
    </svg>
  );
}
