import type { Attachment } from '../attachments/attachments-reducer.ts';

/** The files of a thread of which some are still being loaded. */
export interface RestoredFiles {
  attachments: Attachment[];
  /** The ids of all files of the stored draft, in order, until they are loaded; empty afterward. */
  restoring: readonly string[];
}

interface Chain extends RestoredFiles {
  parts: readonly RestoredFiles[];
}

/** Whether files of the draft are still being loaded, in any part. */
export const isRestoring = ({ restoring, parts }: Chain): boolean =>
  [restoring, ...parts.map((part) => part.restoring)].some(({ length }) => length > 0);

/** The number of files that are not loaded yet. */
export const countMissing = ({ attachments, restoring }: RestoredFiles): number =>
  restoring.filter((id) => attachments.every((attachment) => attachment.id !== id)).length;

/** The number of files, also of those that are not loaded yet. */
export const countAll = (files: RestoredFiles): number =>
  files.attachments.length + countMissing(files);

/** All files with the loaded ones, in order. Others that were added meanwhile follow. */
export function mergeFiles(
  { attachments, restoring }: RestoredFiles,
  loaded: readonly Attachment[],
): Attachment[] {
  const added = loaded.filter(({ id }) => restoring.includes(id));
  const positionOf = ({ id }: Attachment) => {
    const position = restoring.indexOf(id);
    return position === -1 ? restoring.length : position;
  };
  return [...attachments, ...added].toSorted((a, b) => positionOf(a) - positionOf(b));
}
