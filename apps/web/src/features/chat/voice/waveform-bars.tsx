import { loudnessMax } from './waveform.ts';

interface WaveformBarsProps {
  /** From 0 to 31. */
  values: readonly number[];
  /** The fraction in full color, from 0 to 1. */
  played: number;
}

const barWidth = 2;
const gap = 1;
const height = 24;
const heightMin = 2;

/** A waveform in the text color, as wide as its container. */
export function WaveformBars({ values, played }: WaveformBarsProps) {
  const step = barWidth + gap;
  return (
    <svg
      aria-hidden
      viewBox={`0 0 ${values.length * step - gap} ${height}`}
      preserveAspectRatio="none"
      className="h-6 w-full fill-current"
    >
      {values.map((value, index) => {
        const barHeight = Math.max(heightMin, (value / loudnessMax) * height);
        return (
          <rect
            // The bars have a fixed order.
            // oxlint-disable-next-line react/no-array-index-key
            key={index}
            x={index * step}
            y={(height - barHeight) / 2}
            width={barWidth}
            height={barHeight}
            rx={1}
            opacity={(index + 0.5) / values.length <= played ? 1 : 0.35}
          />
        );
      })}
    </svg>
  );
}
