import type { MediaType } from '@skein/contracts/media';
import type { PollInput, ReplyPermission, Thread } from '@skein/contracts/threads';
import type { Database } from '@skein/db';
import type { Bus } from '../../platform/events/bus.ts';
import type { Idempotency } from '../../http/idempotency/idempotency.ts';
import type { Clock } from '../../platform/clock.ts';
import { isId } from '../../platform/ids.ts';
import type { UploadedFile } from '../../platform/uploaded-file.ts';
import type { Viewer } from '../../platform/viewer.ts';
import type { RateLimitsModule } from '../../http/rate-limits/index.ts';
import type { MediaModule } from '../media/index.ts';
import { addReferences } from './references.hydrator.ts';
import { createThread } from './create-thread.ts';
import type { ThreadDraft } from './create-thread.ts';
import { createOnce } from './create-once.ts';
import type { ThreadReader } from './read-threads.ts';
import { requireTarget, threadNotFound } from './require-thread.ts';
import type { ThreadTarget } from './thread-target.queries.ts';
import { toThreadDto } from './threads.serializer.ts';

export interface ThreadInput {
  content: string;
  /** One for each file, in order; '' for none. */
  altText: string[];
  replyPermission: ReplyPermission;
  /** Makes it a reply. */
  parentThreadId?: string | undefined;
  poll?: PollInput | undefined;
}

export interface QuoteInput {
  quotedThreadId: string;
  content: string;
  altText?: string[];
  replyPermission?: ReplyPermission;
  /** A file that the viewer uploaded earlier. */
  mediaUrl?: string | undefined;
  mediaType?: MediaType | undefined;
}

interface Dependencies {
  database: Database;
  clock: Clock;
  bus: Pick<Bus, 'publish'>;
  media: Pick<MediaModule, 'processAll' | 'insert' | 'claim' | 'discard'>;
  rateLimiter: Pick<RateLimitsModule, 'consume' | 'refund'>;
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
        if (draft.target.type !== 'reply') dependencies.bus.publish({ kind: 'feed' });
        const [row] =
          created === null
            ? []
            : await addReferences(dependencies.database, viewer.userId, [created]);
        if (row === undefined) return get(viewer, idempotency.id);
        return toThreadDto({ row, quoted: null, repostedBy: null, key: null }, serializerContext());
      },
    });

  return {
    /** A thread or reply. @throws what `createThread` throws */
    create: (
      viewer: Viewer,
      idempotency: Idempotency,
      { parentThreadId: parentId, poll, ...input }: ThreadInput,
      files: readonly UploadedFile[] = [],
    ): Promise<Thread> => {
      const target: ThreadTarget =
        parentId === undefined ? { type: 'thread' } : { type: 'reply', parentId };
      return publish(viewer, idempotency, { ...input, target, poll, upload: undefined }, files);
    },

    /** A quote. @throws what `createThread` throws */
    quote: async (
      viewer: Viewer,
      idempotency: Idempotency,
      input: QuoteInput,
      files: readonly UploadedFile[] = [],
    ): Promise<Thread> => {
      const { quotedThreadId, content, altText = [], replyPermission = 'ANYONE' } = input;
      if (!isId(quotedThreadId)) throw threadNotFound();
      const { mediaUrl, mediaType } = input;
      const upload = mediaUrl === undefined ? undefined : { mediaUrl, mediaType };
      const target = { type: 'quote', quotedId: quotedThreadId } as const;
      const draft = { target, content, altText, replyPermission, poll: undefined, upload };
      return publish(viewer, idempotency, draft, files);
    },
  };
}
