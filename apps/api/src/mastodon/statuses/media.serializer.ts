import type { Media } from '@skein/contracts/media';
import type { SerializerContext } from '../accounts/account.serializer.ts';

const types = { image: 'image', video: 'video', audio: 'audio', other: 'unknown' } as const;

/** The entity `MediaAttachment`. */
export function toMediaAttachment(media: Media, { origin }: Pick<SerializerContext, 'origin'>) {
  const [smallest] = media.variants;
  // The poster of an animation is its first frame: a preview does not move.
  const preview =
    media.posterUrl ?? (media.mediaType === 'image' ? (smallest?.url ?? media.mediaUrl) : null);
  return {
    id: media.id,
    type: types[media.mediaType],
    // Apps require it in statuses, even if the video cannot be played yet.
    url: `${origin}${media.mediaUrl}`,
    preview_url: preview === null ? null : `${origin}${preview}`,
    remote_url: null,
    preview_remote_url: null,
    text_url: null,
    meta: {
      ...(media.focus && { focus: media.focus }),
      original: { ...toSize(media), ...toDuration(media) },
      ...(preview !== null && {
        small: toSize((media.posterUrl === null ? smallest : null) ?? media),
      }),
    },
    description: media.altText,
    blurhash: media.blurhash,
  };
}

/** An upload, whose URL is null until browsers can play it: apps wait for that. */
export function toUploadedAttachment(media: Media, context: SerializerContext) {
  const attachment = toMediaAttachment(media, context);
  return isUnplayable(media) ? { ...attachment, url: null } : attachment;
}

/** A video that browsers play only after its conversion. */
export function isUnplayable({ processing }: Media): boolean {
  return processing?.isPlayable === false;
}

function toSize({ width, height }: { width: number | null; height: number | null }) {
  if (width === null || height === null) return {};
  return { width, height, size: `${width}x${height}`, aspect: height === 0 ? 1 : width / height };
}

function toDuration({ durationMs }: Media) {
  return durationMs === null ? {} : { duration: durationMs / 1000 };
}
