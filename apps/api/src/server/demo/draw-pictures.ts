import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { profilePictureWidthsPx } from '@skein/contracts/limits';
import { newStorageKey } from '../../modules/media/index.ts';
import type { MediaModule, MediaStore } from '../../modules/media/index.ts';
import type { ThreadPicture } from './demo.repository.ts';
import { drawAvatar } from './pictures/avatar.ts';
import { drawScene } from './pictures/scenes.ts';
import type { Community } from './plan/plan-users.ts';
import type { PlannedThread } from './plan/plan-threads.ts';
import { createRandom } from './random.ts';
import { rasterize } from './rasterize.ts';

type MediaUploader = Pick<MediaModule, 'processUpload' | 'discard'>;

const pictureWidthPx = 1280;

/** Stores the profile pictures of all users and returns their keys by username. */
export function drawAvatars(store: MediaStore, community: Community): Promise<Map<string, string>> {
  return withTempDirectory(async (directory) => {
    const fileOf = (username: string, size: number) =>
      path.join(directory, `${username}-${size}.webp`);
    const portraits = [...community.values()].flatMap(({ username, avatar }, index) =>
      avatar === undefined ? [] : [{ username, svg: drawAvatar(createRandom(index), avatar) }],
    );
    await rasterize(
      portraits.map(({ username, svg }) => ({
        svg,
        outputs: profilePictureWidthsPx.map((widthPx) => ({
          file: fileOf(username, widthPx),
          widthPx,
        })),
      })),
    );
    const keys = new Map<string, string>();
    for (const { username } of portraits) {
      const key = newStorageKey();
      for (const size of profilePictureWidthsPx) {
        await store.put(key, `${size}.webp`, await readFile(fileOf(username, size)));
      }
      keys.set(username, key);
    }
    return keys;
  });
}

/** Draws the pictures of threads and processes them like uploads. */
export function drawThreadPictures(
  media: MediaUploader,
  threads: readonly PlannedThread[],
): Promise<ThreadPicture[]> {
  return withTempDirectory(async (directory) => {
    const pictures = threads.flatMap(({ id, author, picture }, index) =>
      picture === null
        ? []
        : [{ ...picture, threadId: id, author, index, file: path.join(directory, `${id}.png`) }],
    );
    await rasterize(
      pictures.map(({ scene, index, file }) => ({
        svg: drawScene(scene, createRandom(index)),
        outputs: [{ file, widthPx: pictureWidthPx }],
      })),
    );
    const drawn: ThreadPicture[] = [];
    try {
      for (const { threadId, author, altText, scene, file } of pictures) {
        const { size: bytes } = await stat(file);
        const upload = { path: file, originalName: `${scene}.png`, bytes };
        drawn.push({ threadId, processed: await media.processUpload(upload, author.id), altText });
      }
      return drawn;
    } catch (error) {
      await media.discard(drawn.map(({ processed }) => processed));
      throw error;
    }
  });
}

async function withTempDirectory<Result>(
  work: (directory: string) => Promise<Result>,
): Promise<Result> {
  const directory = await mkdtemp(path.join(tmpdir(), 'skein-demo-'));
  try {
    return await work(directory);
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}
