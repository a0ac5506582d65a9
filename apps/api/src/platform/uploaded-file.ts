const displayNameMaxLength = 80;

/** A file of a multipart body, stored on the local disk until the request ends. */
export interface UploadedFile {
  path: string;
  /** The name given by the client: for display only, never as a path or to detect the type. */
  originalName: string;
  bytes: number;
  /** A still image of the video. */
  poster?: UploadedFile;
  /** Captions of the video. */
  captions?: readonly UploadedCaptions[];
}

export interface UploadedCaptions {
  file: UploadedFile;
  language: string;
}

/** The file's name for messages, truncated if it is too long. */
export function toDisplayName(originalName: string): string {
  if (originalName === '') return 'The file';
  const characters = Array.from(originalName);
  return characters.length > displayNameMaxLength
    ? `"${characters.slice(0, displayNameMaxLength).join('')}…"`
    : `"${originalName}"`;
}
