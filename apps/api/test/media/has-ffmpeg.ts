import { spawnSync } from 'node:child_process';

/** Tests with ffmpeg are skipped without it: install the package ffmpeg. In CI it is required. */
export const hasFfmpeg =
  process.env['CI'] !== undefined || spawnSync('ffmpeg', ['-version']).error === undefined;
