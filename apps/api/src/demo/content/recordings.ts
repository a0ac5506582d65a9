/** The waveforms of the files in `sounds`. */
export const waveforms: ReadonlyMap<string, number[]> = new Map([
  [
    'pedal',
    [
      25, 1, 1, 1, 0, 2, 30, 1, 1, 1, 0, 3, 29, 2, 1, 24, 1, 6, 29, 1, 1, 23, 1, 8, 29, 2, 1, 19, 1,
      7, 31, 1, 1, 22, 0, 7, 29, 1, 1, 22, 1, 4, 31, 1, 1, 24, 0, 0,
    ],
  ],
]);
