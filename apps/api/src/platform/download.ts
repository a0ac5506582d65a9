import type { Readable } from 'node:stream';

/** A file that is sent while it is generated. */
export interface Download {
  /** The suggested name: letters, digits, dots and dashes only. */
  fileName: string;
  content: Readable;
}
