import { newId } from '../../platform/ids.ts';
import type { CheckedFile } from './check-upload.ts';
import type { FileFacts } from './formats/file-facts.ts';
import { openEdited } from './formats/open-edited.ts';
import { planConversion } from './conversion/plan-conversion.ts';
import { toDownloadName } from './download-name.ts';
import type { Poster, RenderPoster } from './poster/render-poster.ts';
import type { ProcessDependencies } from './process-image.ts';
import { originalStem, posterFileName } from './processed-media.ts';
import type { ProcessedMedia } from './processed-media.ts';
import { mimeTypes } from './served-types.ts';
import { putAll } from './store/put-all.ts';
import type { NewFile } from './store/put-all.ts';

export interface ProcessFileDependencies extends ProcessDependencies {
  renderPoster: RenderPoster;
  /** Whether this server converts videos. */
  canConvert: () => Promise<boolean>;
}

/**
 * Stores a video, audio file or document, unchanged except for its metadata, which is erased. A video
 * has the poster of its upload if no frame can be rendered here.
 */
export async function processFile(
  dependencies: ProcessFileDependencies,
  upload: CheckedFile,
  ownerId: string,
): Promise<ProcessedMedia> {
  const { store, reserveKey, renderPoster } = dependencies;
  const { file, facts } = upload;
  const { mediaType, extension, edits, durationMs } = facts;
  const poster = mediaType === 'video' ? await renderPoster(upload, ownerId) : null;
  const captions = upload.captions.map(({ language, content }, index) => ({
    fileName: `captions${index}.vtt`,
    language,
    content,
  }));

  const storageKey = await reserveKey();
  const fileName = `${originalStem}.${extension}`;
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
    ...(await describeConversion(dependencies, upload)),
  };
}

async function describeConversion(
  { canConvert }: ProcessFileDependencies,
  { file, facts }: CheckedFile,
): Promise<Pick<ProcessedMedia, 'conversion'>> {
  const isNeeded = planConversion(facts, file.bytes) !== null && (await canConvert());
  return isNeeded && facts.video ? { conversion: { isPlayable: facts.video.isPlayable } } : {};
}

function describePicture(facts: FileFacts, poster: Poster | null) {
  return {
    width: facts.width ?? poster?.width ?? null,
    height: facts.height ?? poster?.height ?? null,
    blurhash: poster?.blurhash ?? null,
    posterFileName: poster && posterFileName,
  };
}
