import { createReadStream } from 'node:fs';
import type { Readable } from 'node:stream';
import { newId } from '../../platform/ids.ts';
import type { CheckedFile } from './check-upload.ts';
import type { FileFacts } from './formats/file-facts.ts';
import { applyEdits } from './formats/file-edits.ts';
import type { FileEdit } from './formats/file-edits.ts';
import { toDownloadName } from './download-name.ts';
import type { Poster, RenderPoster } from './poster/render-poster.ts';
import type { ProcessDependencies } from './process-image.ts';
import type { ProcessedMedia } from './processed-media.ts';
import { mimeTypes } from './served-types.ts';
import { newStorageKey } from './store/media-store.ts';
import { putAll } from './store/put-all.ts';
import type { NewFile } from './store/put-all.ts';

const posterFileName = 'poster.webp';

export interface ProcessFileDependencies extends ProcessDependencies {
  renderPoster: RenderPoster;
}

/**
 * Stores a video, audio file or document, unchanged except for its metadata, which is erased. A video
 * has the poster of its upload if no frame can be rendered here.
 */
export async function processFile(
  { store, reserveKey, renderPoster }: ProcessFileDependencies,
  upload: CheckedFile,
  ownerId: string,
): Promise<ProcessedMedia> {
  const { file, facts } = upload;
  const { mediaType, extension, edits, durationMs } = facts;
  const poster = mediaType === 'video' ? await renderPoster(upload, ownerId) : null;
  const captions = upload.captions.map(({ language, content }, index) => ({
    fileName: `captions${index}.vtt`,
    language,
    content,
  }));

  const storageKey = newStorageKey();
  const fileName = `original.${extension}`;
  await reserveKey(storageKey);
  const files: NewFile[] = [{ fileName, content: openEdited(file.path, edits) }];
  if (poster !== null) files.push({ fileName: posterFileName, content: poster.content });
  await putAll(store, storageKey, [...files, ...captions]);
  return {
    id: newId(),
    ownerId,
    type: mediaType,
    storageKey,
    fileName,
    mimeType: mimeTypes[extension],
    bytes: captions.reduce((sum, { content }) => sum + content.byteLength, file.bytes),
    durationMs,
    ...describePicture(facts, poster),
    originalName: mediaType === 'other' ? toDownloadName(file.originalName, extension) : null,
    variants: [],
    captions: captions.map(({ fileName: name, language }) => ({ fileName: name, language })),
  };
}

function describePicture(facts: FileFacts, poster: Poster | null) {
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
  // An error of one stream also destroys the other, so that no file stays open.
  source.once('error', (error) => edited.destroy(error));
  edited.once('close', () => source.destroy());
  return source.pipe(edited);
}
