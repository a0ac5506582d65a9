import type { MediaType } from '@skein/contracts/media';
import type { PollInput, Thread } from '@skein/contracts/threads';
import { publishThreadChange } from '../../../domain/events/publish-thread-change.ts';
import type { Idempotency } from '../../../platform/idempotency/idempotency.ts';
import { isId } from '../../../platform/ids.ts';
import type { UploadedFile } from '../../../platform/uploaded-file.ts';
import type { Viewer } from '../../../platform/viewer.ts';
import { addReferences } from '../reading/references.hydrator.ts';
import { createThread } from './create-thread.ts';
import type { ThreadCreation, ThreadDraft } from './create-thread.ts';
import { createOnce } from '../../../platform/idempotency/create-once.ts';
import type { ThreadReader } from '../reading/read-threads.ts';
import { requireTarget, threadNotFound } from '../reading/require-thread.ts';
import type { ThreadTarget } from '../reading/thread-target.queries.ts';
import { toThreadDto } from '../reading/threads.serializer.ts';

export interface ThreadInput
  extends
    Pick<ThreadDraft, 'content' | 'altText' | 'replyPermission'>,
    Partial<Pick<ThreadDraft, 'contentWarning' | 'isSensitive'>> {
  /** Makes it a reply. */
  parentThreadId?: string | undefined;
  poll?: PollInput | undefined;
  /** Files that the viewer uploaded earlier. */
  uploadIds?: readonly string[] | undefined;
  /** The draft that it publishes. */
  draftId?: string | undefined;
  draftVersion?: number | undefined;
}

export interface QuoteInput
  extends
    Pick<ThreadDraft, 'content'>,
    Partial<Pick<ThreadDraft, 'altText' | 'replyPermission' | 'contentWarning' | 'isSensitive'>> {
  quotedThreadId: string;
  /** A file that the viewer uploaded earlier. */
  mediaUrl?: string | undefined;
  mediaType?: MediaType | undefined;
  uploadIds?: readonly string[] | undefined;
  draftId?: string | undefined;
  draftVersion?: number | undefined;
}

interface Dependencies extends Omit<ThreadCreation, 'requireTarget'> {
  reader: ThreadReader;
}

export function createThreadPublisher({ reader, ...dependencies }: Dependencies) {
  const { find, get, serializerContext } = reader;
  const creation = {
    ...dependencies,
    requireTarget: (viewer: Viewer, target: ThreadTarget) => requireTarget(get, viewer, target),
  };

  /** Publishes once per idempotency key. */
  const publish = (
    viewer: Viewer,
    idempotency: Idempotency,
    draft: ThreadDraft,
    files: readonly UploadedFile[],
  ): Promise<Thread> =>
    createOnce(idempotency, {
      deletedError: threadNotFound,
      find: async () => {
        const found = await find(viewer, idempotency.id);
        if (found?.isDeleted) throw threadNotFound();
        return found;
      },
      create: async () => {
        const created = await createThread(creation, viewer, idempotency.id, draft, files);
        const { bus } = dependencies;
        const { userId: actorId } = viewer;
        if (draft.target.type !== 'reply') bus.publish({ kind: 'feed' });
        publishThreadChange(bus, { change: 'published', threadId: idempotency.id, actorId });
        const [row] =
          created === null
            ? []
            : await addReferences(dependencies.database, viewer.userId, [created]);
        if (row === undefined) return get(viewer, idempotency.id);
        return toThreadDto({ row, quoted: null, repostedBy: null, key: null }, serializerContext());
      },
    });

  return {
    creation,

    /** A thread or reply. @throws what `createThread` throws */
    create: (
      viewer: Viewer,
      idempotency: Idempotency,
      input: ThreadInput,
      files: readonly UploadedFile[] = [],
    ): Promise<Thread> => publish(viewer, idempotency, toThreadDraft(input), files),

    /** A quote. @throws what `createThread` throws */
    quote: async (
      viewer: Viewer,
      idempotency: Idempotency,
      input: QuoteInput,
      files: readonly UploadedFile[] = [],
    ): Promise<Thread> => {
      if (!isId(input.quotedThreadId)) throw threadNotFound();
      return publish(viewer, idempotency, toQuoteDraft(input), files);
    },
  };
}

export function toThreadDraft({
  parentThreadId,
  poll,
  uploadIds = [],
  contentWarning = null,
  isSensitive = false,
  ...input
}: ThreadInput): ThreadDraft {
  const target: ThreadTarget =
    parentThreadId === undefined ? { type: 'thread' } : { type: 'reply', parentId: parentThreadId };
  return { ...input, contentWarning, isSensitive, target, poll, upload: undefined, uploadIds };
}

function toQuoteDraft(input: QuoteInput): ThreadDraft {
  const { quotedThreadId, content, altText = [], replyPermission = 'ANYONE' } = input;
  const { mediaUrl, mediaType, uploadIds = [], contentWarning = null, isSensitive = false } = input;
  return {
    target: { type: 'quote', quotedId: quotedThreadId },
    content,
    contentWarning,
    isSensitive,
    altText,
    replyPermission,
    poll: undefined,
    upload: mediaUrl === undefined ? undefined : { mediaUrl, mediaType },
    uploadIds,
    draftId: input.draftId,
    draftVersion: input.draftVersion,
  };
}
