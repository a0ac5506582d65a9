import { captionsPerVideoMax } from '@skein/contracts/limits';
import type { VideoFiles } from '@skein/contracts/threads';
import { withValues } from '@skein/messages';
import { ValidationError } from '../../platform/errors.ts';
import type { ResponseMessage } from '../../platform/messages.ts';
import type { UploadedCaptions, UploadedFile } from '../../platform/uploaded-file.ts';

interface FormFiles {
  media: readonly UploadedFile[];
  poster: readonly UploadedFile[];
  captions: readonly UploadedFile[];
}

/**
 * Adds posters and captions of a form to the files that they belong to.
 * @throws ValidationError when `videoFiles` does not name one of the files for each of them
 */
export function pairFiles(files: FormFiles, videoFiles: VideoFiles): UploadedFile[] {
  const { posters, captions } = videoFiles ?? { posters: [], captions: [] };
  requireSameCount(files.poster, posters);
  requireSameCount(files.captions, captions);
  const getPoster = new Map<number, UploadedFile>();
  const getCaptions = new Map<number, UploadedCaptions[]>();
  for (const [index, video] of posters.entries()) {
    const file = files.poster[index];
    if (file === undefined || getPoster.has(video)) throw invalid('error.posterTwice');
    getPoster.set(video, file);
  }
  for (const [index, { video, language }] of captions.entries()) {
    const file = files.captions[index];
    const others = getCaptions.get(video) ?? [];
    if (file === undefined || others.some((other) => other.language === language)) {
      throw invalid('error.captionsTwice');
    }
    if (others.length === captionsPerVideoMax) {
      throw invalid(withValues('error.captionsLanguagesMax', { max: captionsPerVideoMax }));
    }
    getCaptions.set(video, [...others, { file, language }]);
  }
  const positions = [...getPoster.keys(), ...getCaptions.keys()];
  if (positions.some((position) => position >= files.media.length)) {
    throw invalid('error.videoFileUnpaired');
  }
  return files.media.map((file, position) => {
    const poster = getPoster.get(position);
    return {
      ...file,
      ...(poster && { poster }),
      captions: getCaptions.get(position) ?? [],
    };
  });
}

function requireSameCount(files: readonly UploadedFile[], entries: readonly unknown[]): void {
  if (files.length !== entries.length) {
    throw invalid('error.videoFileEntries');
  }
}

function invalid(message: ResponseMessage): ValidationError {
  return new ValidationError([{ path: 'videoFiles', message }]);
}
