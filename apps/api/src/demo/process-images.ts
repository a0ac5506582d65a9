import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import type { MediaModule, ProcessedMedia, ProcessedProfileImage } from '../modules/media/index.ts';
import type { UploadedFile } from '../platform/uploaded-file.ts';
import { demoPages } from './content/link-cards.ts';
import type { DemoPage } from './content/link-cards.ts';
import type { PlannedMessageImage } from './plan/plan-chats.ts';
import type { DemoPlan } from './plan/plan-demo.ts';

type LinkImage = NonNullable<Awaited<ReturnType<MediaModule['processLinkImage']>>>;

export interface ProcessedImages {
  /** Profile pictures by username. */
  avatars: Map<string, ProcessedProfileImage>;
  /** Banners by username. */
  banners: Map<string, ProcessedProfileImage>;
  threadImages: { threadId: string; processed: ProcessedMedia; altText: string }[];
  messageImages: { image: PlannedMessageImage; processed: ProcessedMedia }[];
  recordings: { messageId: string; name: string; processed: ProcessedMedia }[];
  linkImages: { page: DemoPage; processed: LinkImage }[];
}

/**
 * Processes and stores all images of the demo like uploads. Stores either all of them or none.
 * @throws Error when there is no file for an image
 */
export async function processImages(
  media: Pick<
    MediaModule,
    'processUpload' | 'processProfileImage' | 'processLinkImage' | 'discard'
  >,
  { community, threads, chats }: Pick<DemoPlan, 'community' | 'threads' | 'chats'>,
): Promise<ProcessedImages> {
  const images: ProcessedImages = {
    avatars: new Map(),
    banners: new Map(),
    threadImages: [],
    messageImages: [],
    recordings: [],
    linkImages: [],
  };
  try {
    for (const { id, username, hasAvatar, banner } of community.values()) {
      if (hasAvatar) {
        const file = await describeImage('avatars', username);
        images.avatars.set(username, await media.processProfileImage('picture', file, id));
      }
      if (banner !== undefined) {
        const file = await describeImage('threads', banner);
        images.banners.set(username, await media.processProfileImage('banner', file, id));
      }
    }
    for (const { id: threadId, author, image } of threads) {
      if (image === null) continue;
      const processed = await media.processUpload(
        await describeImage('threads', image.name),
        author.id,
      );
      images.threadImages.push({ threadId, processed, altText: image.altText });
    }
    for (const image of chats.images) {
      const file = await describeImage('threads', image.name);
      const processed = await media.processUpload(file, image.senderId);
      images.messageImages.push({ image, processed });
    }
    for (const { messageId, senderId, name } of chats.recordings) {
      const file = await describeFile('sounds', `${name}.ogg`);
      const processed = await media.processUpload(file, senderId);
      images.recordings.push({ messageId, name, processed });
    }
    await processLinkImages(media, images);
    return images;
  } catch (error) {
    await discardImages(media, images);
    throw error;
  }
}

async function processLinkImages(
  media: Pick<MediaModule, 'processLinkImage'>,
  { linkImages }: Pick<ProcessedImages, 'linkImages'>,
): Promise<void> {
  for (const page of demoPages) {
    if (page.imageName === null) continue;
    const file = await describeImage('threads', page.imageName);
    const processed = await media.processLinkImage(await readFile(file.path));
    if (processed !== null) linkImages.push({ page, processed });
  }
}

export async function discardImages(
  media: Pick<MediaModule, 'discard'>,
  { avatars, banners, threadImages, messageImages, recordings, linkImages }: ProcessedImages,
): Promise<void> {
  const attached = [...threadImages, ...messageImages, ...recordings, ...linkImages].map(
    ({ processed }) => processed,
  );
  await media.discard([...avatars.values(), ...banners.values(), ...attached]);
}

const describeImage = (directory: 'avatars' | 'threads', name: string): Promise<UploadedFile> =>
  describeFile(`images/${directory}`, `${name}.webp`);

async function describeFile(directory: string, fileName: string): Promise<UploadedFile> {
  const file = path.join(import.meta.dirname, directory, fileName);
  return { path: file, originalName: fileName, bytes: (await stat(file)).size };
}
