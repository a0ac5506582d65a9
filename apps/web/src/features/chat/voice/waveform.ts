const valuesMax = 48;
/** The highest value of the API. */
export const loudnessMax = 31;

/** The loudness of consecutive parts of a recording, relative to its loudest part. */
export function toWaveform(samples: Float32Array): number[] {
  const count = Math.min(valuesMax, Math.max(1, samples.length));
  const levels = Array.from({ length: count }, (_, index) => {
    const start = Math.floor((index * samples.length) / count);
    return getLevel(samples.subarray(start, Math.floor(((index + 1) * samples.length) / count)));
  });
  const max = Math.max(...levels);
  return levels.map((level) => (max === 0 ? 0 : Math.round((level / max) * loudnessMax)));
}

/** The root mean square of samples from -1 to 1. */
export function getLevel(samples: Float32Array): number {
  if (samples.length === 0) return 0;
  const sum = samples.reduce((total, sample) => total + sample * sample, 0);
  return Math.sqrt(sum / samples.length);
}
