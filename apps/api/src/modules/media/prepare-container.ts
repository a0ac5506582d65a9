import { createReadStream } from 'node:fs';
import type { Readable } from 'node:stream';
import { newId } from '../../platform/ids.ts';
import type { CheckedContainer } from './check-upload.ts';
import type { ContainerFacts } from './container/container-facts.ts';
import { applyEdits } from './container/file-edits.ts';
import type { FileEdit } from './container/file-edits.ts';
import { toDownloadName } from './download-name.ts';
import type { Poster, RenderPoster } from './poster/render-poster.ts';
import type { Preparing } from './prepare-image.ts';
import type { PreparedMedia } from './prepared-media.ts';
import { mimeTypes } from './served-types.ts';
import { newStorageKey } from './store/media-store.ts';
import { putAll } from './store/put-all.ts';
import type { NewFile } from './store/put-all.ts';

const posterFileName = 'poster.webp';

export interface PreparingContainer extends Preparing {
  renderPoster: RenderPoster;
}

/**
 * `prepareMedia` of a video, sound or document: it is kept as it came, but for what it tells
 * beside its content. A video that no picture can be made of goes without.
 */
export async function prepareContainer(
  { store, announceKey, renderPoster }: PreparingContainer,
  { file, facts }: CheckedContainer,
  ownerId: string,
): Promise<PreparedMedia> {
  const { mediaType, extension, edits, durationMs } = facts;
  const poster = mediaType === 'video' ? await renderPoster(file.path, extension, ownerId) : null;

  const storageKey = newStorageKey();
  const fileName = `original.${extension}`;
  await announceKey(storageKey);
  const files: NewFile[] = [{ fileName, content: openEdited(file.path, edits) }];
  if (poster !== null) files.push({ fileName: posterFileName, content: poster.content });
  await putAll(store, storageKey, files);
  return {
    id: newId(),
    ownerId,
    type: mediaType,
    storageKey,
    fileName,
    mimeType: mimeTypes[extension],
    bytes: file.bytes,
    durationMs,
    ...describePicture(facts, poster),
    originalName: mediaType === 'other' ? toDownloadName(file.originalName, extension) : null,
    variants: [],
  };
}

function describePicture(facts: ContainerFacts, poster: Poster | null) {
  return {
    width: facts.width ?? poster?.width ?? null,
    height: facts.height ?? poster?.height ?? null,
    blurhash: poster?.blurhash ?? null,
    posterFileName: poster && posterFileName,
  };
}

function openEdited(path: string, edits: readonly FileEdit[]): Readable {
  const source = createReadStream(path);
  const edited = applyEdits(edits);
  // Whichever breaks, the other is told: no file stays open.
  source.once('error', (error) => edited.destroy(error));
  edited.once('close', () => source.destroy());
  return source.pipe(edited);
}
