import type { Import } from '@skein/contracts/imports';
import type { InvalidField } from '../../../platform/errors.ts';
import type { ArchivePost, SkipReason } from '../posts/archive-post.ts';
import type { ParsedRow } from './parse-csv.ts';

/** What the worker is asked to read. */
export type ReadRequest =
  | { content: 'posts'; path: string; includesReplies: boolean }
  | { content: 'accounts'; path: string; kind: Import['kind']; hosts: ReadonlySet<string> };

/** What it reads, by the content of the file. */
export interface ReadResults {
  posts: {
    /** Items arrive in batches, the newest posts first. */
    item: ArchivePost;
    /** Posts that are left out. */
    summary: Record<SkipReason, number>;
  };
  accounts: { item: ParsedRow; summary: null };
}

/** What the worker sends. After a batch it waits for a message. */
export type ReaderMessage =
  | { type: 'unpacked'; megabytes: number }
  | { type: 'batch'; items: unknown[] }
  | { type: 'end'; summary: unknown }
  | { type: 'rejected'; fieldErrors: readonly InvalidField[] }
  | { type: 'failed'; message: string; code: string | undefined };
