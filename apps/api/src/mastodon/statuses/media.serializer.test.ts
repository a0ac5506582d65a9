import type { Media } from '@skein/contracts/media';
import { expect, it } from 'vitest';
import { toMediaAttachment } from './media.serializer.ts';

it('previews an animation with its first frame', () => {
  const animation: Media = {
    id: 'id',
    mediaType: 'image',
    mediaUrl: '/media/loom/original.webp',
    posterUrl: '/media/loom/poster.webp',
    variants: [{ url: '/media/loom/640.webp', width: 640, height: 320 }],
    width: 1000,
    height: 500,
    durationMs: null,
    altText: '',
    blurhash: null,
    processing: null,
    // The serializer reads no other field.
  } as unknown as Media;
  expect(toMediaAttachment(animation, { origin: 'https://skein.test' })).toMatchObject({
    url: 'https://skein.test/media/loom/original.webp',
    preview_url: 'https://skein.test/media/loom/poster.webp',
    meta: { small: { width: 1000, height: 500 } },
  });
});
