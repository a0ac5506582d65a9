import { expect, it } from 'vitest';
import { uploadProgressByFile } from './upload-progress.ts';

it.each([
  [[100, 300], 0, [0, 0]],
  [[100, 300], 0.125, [0.5, 0]],
  [[100, 300], 0.625, [1, 0.5]],
  [[100, 300], 1, [1, 1]],
  [[], 0.5, []],
])(
  'distributes the progress over files of %j bytes when %d of the request is uploaded',
  (sizes, progress, progressByFile) => {
    expect(uploadProgressByFile(sizes, progress)).toEqual(progressByFile);
  },
);
