import type { Thread } from '@skein/contracts/threads';
import { publishThreadChange } from '../../../domain/events/publish-thread-change.ts';
import type { Idempotency } from '../../../platform/idempotency/idempotency.ts';
import type { UploadedFile } from '../../../platform/uploaded-file.ts';
import type { Viewer } from '../../../platform/viewer.ts';
import { createChain, listPartIds } from './create-chain.ts';
import type { ChainInput } from './create-chain.ts';
import { createOnce } from '../../../platform/idempotency/create-once.ts';
import type { ThreadCreation } from './create-thread.ts';
import type { ThreadReader } from '../reading/read-threads.ts';
import { threadNotFound } from '../reading/require-thread.ts';

interface Dependencies {
  creation: ThreadCreation;
  reader: Pick<ThreadReader, 'find'>;
}

/**
 * Publishes a thread and replies to it, once per idempotency key.
 * @throws what `createChain` throws
 */
export function publishChain(
  { creation, reader }: Dependencies,
  viewer: Viewer,
  idempotency: Idempotency,
  input: ChainInput,
  files: readonly UploadedFile[],
): Promise<Thread[]> {
  const ids = listPartIds(idempotency.id, input);
  const listParts = async () => {
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
      await createChain(creation, viewer, ids, input, files);
      const { bus } = creation;
      bus.publish({ kind: 'feed' });
      for (const threadId of ids) {
        publishThreadChange(bus, { change: 'published', threadId, actorId: viewer.userId });
      }
      return listParts();
    },
  });
}
