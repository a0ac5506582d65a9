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
import { makeOnce } from './make-once.ts';
import type { ThreadReading } from './read-threads.ts';
import { requirePlace, threadNotFound } from './require-place.ts';
import { toThreadDto } from './threads.serializer.ts';

export interface ThreadInput {
  content: string;
  /** One a file, in the files' order; '' for none. */
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
  /** A file that the same person uploaded before. */
  mediaUrl?: string | undefined;
  mediaType?: MediaType | undefined;
}

interface Dependencies {
  database: Database;
  clock: Clock;
  bus: Pick<Bus, 'publish'>;
  media: Pick<MediaModule, 'prepareAll' | 'insert' | 'claim' | 'discard'>;
  rateLimiter: Pick<RateLimitsModule, 'consume' | 'refund'>;
  reading: ThreadReading;
}

export function createPublishing({ reading, ...dependencies }: Dependencies) {
  const { find, get, serializerContext } = reading;
  const creating = {
    ...dependencies,
    requirePlace: (viewer: Viewer, place: ThreadDraft['place']) => requirePlace(get, viewer, place),
  };

  /** Makes what the request is to make, or answers with it when it is there already. */
  const publish = (
    viewer: Viewer,
    idempotency: Idempotency,
    draft: ThreadDraft,
    files: readonly UploadedFile[],
  ): Promise<Thread> =>
    makeOnce(idempotency, {
      gone: threadNotFound,
      find: async () => {
        const found = await find(viewer, idempotency.id);
        if (found?.isDeleted) throw threadNotFound();
        return found;
      },
      make: async () => {
        const made = await createThread(creating, viewer, idempotency.id, draft, files);
        if (draft.place.type !== 'reply') dependencies.bus.publish({ kind: 'feed' });
        const [row] =
          made === null ? [] : await addReferences(dependencies.database, viewer.userId, [made]);
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
      const place: ThreadDraft['place'] =
        parentId === undefined ? { type: 'thread' } : { type: 'reply', parentId };
      return publish(viewer, idempotency, { ...input, place, poll, upload: undefined }, files);
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
      const place = { type: 'quote', quotedId: quotedThreadId } as const;
      const draft = { place, content, altText, replyPermission, poll: undefined, upload };
      return publish(viewer, idempotency, draft, files);
    },
  };
}
