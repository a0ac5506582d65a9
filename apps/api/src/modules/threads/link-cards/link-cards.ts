import type { Database } from '@skein/db';
import { dayMs } from '../../../platform/clock.ts';
import type { Clock } from '../../../platform/clock.ts';
import { lowestIdAt } from '../../../platform/ids.ts';
import type { Logger } from '../../../platform/logger.ts';
import type { SendRequest } from '../../../platform/public-request.ts';
import type { MediaModule } from '../../media/index.ts';
import { createFetchPolicy, fetchResource, ResourceGone } from './fetch-resource.ts';
import type { FetchPolicy } from './fetch-resource.ts';
import { findLink } from './find-link.ts';
import type { Link } from './find-link.ts';
import {
  claimDue,
  clearCard,
  deleteUnused,
  isQueueFull,
  listUnrequested,
  removeOldestImages,
  requestCards,
  requeue,
  storeCard,
} from './link-cards.repository.ts';
import type { CardImage, ClaimedLink } from './link-cards.repository.ts';

/** Pages that are fetched at the same time. */
const concurrency = 4;
const cleanupBatch = 5000;
/** About 50 kB each, so a gigabyte. */
const imagesMax = 20_000;
/** After a start, threads and messages of this time are examined for links that were never requested. */
const recoveryMs = dayMs;
/** Links of newer ones may be about to be requested. */
const requestMarginMs = 10 * 1000;
const recoveryBatch = 2000;
const lowestId = '00000000-0000-0000-0000-000000000000';
const pageTypes: ReadonlySet<string> = new Set(['text/html', 'application/xhtml+xml']);

export interface LinkCardSettings {
  /** Whether threads have link cards now. */
  hasLinkCards: () => boolean;
  publicUrl: URL;
  sendRequest: SendRequest;
}

interface Dependencies extends LinkCardSettings {
  database: Database;
  clock: Clock;
  logger: Pick<Logger, 'debug' | 'warn'>;
  media: Pick<MediaModule, 'processLinkImage' | 'claimPicture' | 'discard'>;
}

export type LinkCards = ReturnType<typeof createLinkCards>;

/** Previews of linked pages, which a background job fetches after a thread or message was published. */
export function createLinkCards(dependencies: Dependencies) {
  const { database, clock, logger, hasLinkCards, publicUrl } = dependencies;
  const policy = createFetchPolicy({ publicUrl, sendRequest: dependencies.sendRequest });
  const stopping = new AbortController();
  let examined = lowestId;
  let recovered = lowestId;

  const find = (content: string): Link | null =>
    hasLinkCards() ? findLink(content, policy.isAllowed) : null;

  return {
    /** Whether threads and messages have cards now. */
    isEnabled: hasLinkCards,

    /** The link of a text that gets a card. */
    find,

    /** Queues links after the commit of the author's threads or messages. Never throws. */
    async request(authorId: string, links: readonly (Link | null)[]): Promise<void> {
      const found = new Map(
        links.flatMap((link) => (link ? [[link.id, { ...link, authorId }]] : [])),
      );
      if (found.size === 0) return;
      try {
        await requestCards(database, [...found.values()], clock.now());
      } catch (error) {
        // The threads or messages are stored; they only have no card.
        logger.warn({ err: error }, 'could not queue a link card');
      }
    },

    /**
     * A background job: fetches the queued links.
     * @param onFetched Receives the id of each card that was stored.
     */
    async fetchDue(onFetched: (cardId: string) => Promise<void>): Promise<void> {
      if (!hasLinkCards()) return;
      while (!stopping.signal.aborted) {
        const due = await database.$transaction((tx) => claimDue(tx, clock.now(), concurrency));
        await Promise.all(
          due.map(async (link) => {
            const isStored = await fetchCard(dependencies, policy, link, stopping.signal);
            if (isStored) await onFetched(link.id);
          }),
        );
        if (due.length < concurrency) return;
      }
    },

    /** A background job: examines a batch per run. */
    async removeUnused(): Promise<void> {
      const batch = { after: examined, limit: cleanupBatch, now: clock.now() };
      examined = (await deleteUnused(database, batch)) ?? lowestId;
      await removeOldestImages(database, { max: imagesMax, limit: cleanupBatch });
    },

    /**
     * A background job: queues the links of threads and messages whose server ended after the commit, and
     * those that were published while the queue was full. Links beyond an author's limit get no card.
     * Examines each thread and message once.
     */
    async recover(): Promise<void> {
      if (!hasLinkCards() || (await isQueueFull(database))) return;
      const nowMs = clock.now().getTime();
      const after = [recovered, lowestIdAt(nowMs - recoveryMs)].toSorted().at(-1) ?? recovered;
      const before = lowestIdAt(nowMs - requestMarginMs);
      const batch = { after, before, limit: recoveryBatch };
      const { unrequested, last } = await listUnrequested(database, batch);
      const links = new Map(
        unrequested.flatMap(({ cardId: id, content, authorId }) => {
          const link = find(content);
          return link ? [[id, { ...link, id, authorId }]] : [];
        }),
      );
      if (links.size > 0) await requestCards(database, [...links.values()], clock.now());
      recovered = last ?? after;
    },

    /** Aborts the fetches in progress. */
    stop: (): void => stopping.abort(),
  };
}

/** Whether the card was stored. */
async function fetchCard(
  { database, clock, logger, media }: Dependencies,
  policy: FetchPolicy,
  { id, url, isVisible }: ClaimedLink,
  stopping: AbortSignal,
): Promise<boolean> {
  if (!isVisible) return false;
  const fetched = await fetchPage({ media, policy, stopping }, url).catch(
    async (error: unknown) => {
      logger.debug({ err: error, linkCard: id }, 'could not fetch a linked page');
      if (error instanceof ResourceGone) await clearCard(database, id);
      return null;
    },
  );
  if (fetched === null) {
    if (stopping.aborted) await requeue(database, id, clock.now());
    return false;
  }
  const { page, image } = fetched;
  try {
    await database.$transaction(async (tx) => {
      await storeCard(tx, id, page, image, clock.now());
      if (image !== null) await media.claimPicture(tx, image.storageKey);
    });
    return true;
  } catch (error) {
    if (image !== null) await media.discard([image]);
    throw error;
  }
}

interface PageFetch {
  media: Pick<MediaModule, 'processLinkImage'>;
  policy: FetchPolicy;
  stopping: AbortSignal;
}

/** @returns null for a page without a title */
async function fetchPage({ media, policy, stopping: signal }: PageFetch, url: string) {
  const resource = await fetchResource(url, {
    policy,
    accept: 'text/html,application/xhtml+xml',
    isAccepted: (type) => pageTypes.has(type),
    signal,
  });
  // Loaded lazily: many instances never fetch a page.
  const { parsePage } = await import('./parse-page.ts');
  const page = await parsePage(resource);
  if (page === null) return null;
  const image =
    page.imageUrl === null
      ? null
      : await fetchImage({ media, policy, stopping: signal }, page.imageUrl);
  return { page, image };
}

/** Null for an image that cannot be used: the card then has none. */
async function fetchImage(
  { media, policy, stopping: signal }: PageFetch,
  url: string,
): Promise<CardImage | null> {
  try {
    const { content, isTruncated } = await fetchResource(url, {
      policy,
      accept: 'image/webp,image/png,image/jpeg,image/gif,image/avif',
      isAccepted: (type) => type.startsWith('image/'),
      signal,
    });
    return isTruncated ? null : await media.processLinkImage(content);
  } catch (error) {
    if (signal.aborted) throw error;
    return null;
  }
}
