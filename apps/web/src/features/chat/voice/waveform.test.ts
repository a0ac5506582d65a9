import { expect, it } from 'vitest';
import { formatDuration } from './format-duration.ts';
import { toWaveform } from './waveform.ts';

it('scales the loudness of a recording to the values of the API', () => {
  const samples = Float32Array.from({ length: 4800 }, (_, index) => (index < 2400 ? 0.1 : -0.2));
  const waveform = toWaveform(samples);
  expect(waveform).toHaveLength(48);
  expect(waveform[0]).toBe(16);
  expect(waveform.at(-1)).toBe(31);
});

it('has a waveform for silence and for very short recordings', () => {
  expect(toWaveform(new Float32Array(1000))).toEqual(Array.from({ length: 48 }, () => 0));
  expect(toWaveform(new Float32Array([1, 0.5]))).toEqual([31, 16]);
  expect(toWaveform(new Float32Array())).toEqual([0]);
});

it('formats durations in minutes and seconds', () => {
  expect([0, 9.9, 65, 300].map(formatDuration)).toEqual(['0:00', '0:09', '1:05', '5:00']);
});
