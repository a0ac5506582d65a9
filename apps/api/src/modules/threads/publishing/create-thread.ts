import type { Thread } from '@skein/contracts/threads';
import { createOnce } from '../../../platform/idempotency/create-once.ts';
import type { Idempotency } from '../../../platform/idempotency/idempotency.ts';
import { isId } from '../../../platform/ids.ts';
import type { UploadedFile } from '../../../platform/uploaded-file.ts';
import type { Viewer } from '../../../platform/viewer.ts';
import { addReferences } from '../reading/references.hydrator.ts';
import { threadNotFound } from '../reading/require-thread.ts';
import { toThreadDto } from '../reading/threads.serializer.ts';
import { publishThreads } from './publish-threads.ts';
import type { PublishingDependencies } from './publish-threads.ts';
import { listPartIds, toChainParts, toQuoteDraft, toThreadDraft } from './thread-drafts.ts';
import type { ChainInput, QuoteInput, ThreadDraft, ThreadInput } from './thread-drafts.ts';

/** Publishes a thread or reply, once per idempotency key. @throws what `publishThreads` throws */
export function createThread(
  deps: PublishingDependencies,
  viewer: Viewer,
  idempotency: Idempotency,
  input: ThreadInput,
  files: readonly UploadedFile[] = [],
): Promise<Thread> {
  return createFromDraft(deps, viewer, idempotency, { draft: toThreadDraft(input), files });
}

/** Publishes a quote, once per idempotency key. @throws what `publishThreads` throws */
export async function createQuote(
  deps: PublishingDependencies,
  viewer: Viewer,
  idempotency: Idempotency,
  input: QuoteInput,
  files: readonly UploadedFile[] = [],
): Promise<Thread> {
  if (!isId(input.quotedThreadId)) throw threadNotFound();
  return createFromDraft(deps, viewer, idempotency, { draft: toQuoteDraft(input), files });
}

/** Publishes a thread and replies to it, once per idempotency key. @throws what `publishThreads` throws */
export function createChain(
  deps: PublishingDependencies,
  viewer: Viewer,
  idempotency: Idempotency,
  input: ChainInput,
  files: readonly UploadedFile[],
): Promise<Thread[]> {
  const { reader } = deps;
  const listParts = async () => {
    const ids = listPartIds(idempotency.id, input);
    const parts = await Promise.all(ids.map((id) => reader.find(viewer, id)));
    return parts.flatMap((part) => (part === null || part.isDeleted ? [] : [part]));
  };
  return createOnce(idempotency, {
    deletedError: threadNotFound,
    find: async () => {
      const parts = await listParts();
      return parts.length === 0 ? null : parts;
    },
    create: async () => {
      await publishThreads(deps, viewer, toChainParts(idempotency.id, input, files));
      return listParts();
    },
  });
}

function createFromDraft(
  deps: PublishingDependencies,
  viewer: Viewer,
  idempotency: Idempotency,
  { draft, files }: { draft: ThreadDraft; files: readonly UploadedFile[] },
): Promise<Thread> {
  const { database, reader } = deps;
  const { id } = idempotency;
  return createOnce(idempotency, {
    deletedError: threadNotFound,
    find: async () => {
      const existing = await reader.find(viewer, id);
      if (existing?.isDeleted) throw threadNotFound();
      return existing;
    },
    create: async () => {
      const created = await publishThreads(deps, viewer, [{ id, draft, files }]);
      if (created === null) return reader.get(viewer, id);
      const [row] = await addReferences(database, viewer.userId, [created]);
      if (row === undefined) return reader.get(viewer, id);
      const context = reader.serializerContext();
      return toThreadDto({ row, quoted: null, repostedBy: null, key: null }, context);
    },
  });
}
