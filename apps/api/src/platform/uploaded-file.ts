const shownNameMaxLength = 80;

/** A file of a multipart body, on the local disk until the request ends. */
export interface UploadedFile {
  path: string;
  /** As the sender named it: for display alone, never a path, never trusted for the type. */
  originalName: string;
  bytes: number;
}

/** What a sentence calls an uploaded file: the sender's own name for it, cut when too long. */
export function toShownName(originalName: string): string {
  if (originalName === '') return 'The file';
  const characters = Array.from(originalName);
  return characters.length > shownNameMaxLength
    ? `"${characters.slice(0, shownNameMaxLength).join('')}…"`
    : `"${originalName}"`;
}
