import { imageMaxBytes } from '@skein/contracts/limits';
import { expect, it } from 'vitest';
import { checkAttachments } from './check-attachments.ts';

it('parts what can be uploaded from what the server would refuse', () => {
  const picture = new File(['x'], 'a.png', { type: 'image/png' });
  const empty = new File([], 'empty.png', { type: 'image/png' });
  const text = new File(['x'], 'notes.txt', { type: 'text/plain' });
  const large = new File([new Uint8Array(imageMaxBytes + 1)], 'large.jpg', { type: 'image/jpeg' });
  const largest = new File([new Uint8Array(imageMaxBytes)], 'largest.jpg', { type: 'image/jpeg' });
  expect(checkAttachments([picture, empty, text, large, largest])).toEqual({
    accepted: [picture, largest],
    problems: [
      { reason: 'empty', fileName: 'empty.png' },
      { reason: 'not-an-image', fileName: 'notes.txt' },
      { reason: 'too-large', fileName: 'large.jpg' },
    ],
  });
});
