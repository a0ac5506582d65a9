/** A file of a multipart body, on the local disk until the request ends. */
export interface UploadedFile {
  path: string;
  /** As the sender named it: for display alone, never a path, never trusted for the type. */
  originalName: string;
  bytes: number;
}
