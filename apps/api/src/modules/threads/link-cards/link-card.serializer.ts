import type { LinkCard } from '@skein/contracts/threads';
import { linkImageFileName, toMediaUrl } from '../../media/index.ts';
import type { LinkCardRow } from './link-card.hydrator.ts';

export function toLinkCardDto({ url, title, description, isVideo, ...row }: LinkCardRow): LinkCard {
  const { imageKey, imageWidth: width, imageHeight: height, imageBlurhash: blurhash } = row;
  const hasImage = imageKey !== null && width !== null && height !== null;
  const image = hasImage
    ? { url: toMediaUrl(imageKey, linkImageFileName), width, height, blurhash }
    : null;
  return { url, title, description, isVideo, image };
}
