import { announcementsMax } from '@skein/contracts/announcement-limits';
import type { AdminAnnouncement, Announcement, AnnouncementInput } from '@skein/contracts/instance';
import type { Database, Transaction } from '@skein/db';
import { withValues } from '@skein/messages';
import type { Clock } from '../../platform/clock.ts';
import type { Bus } from '../../platform/events/bus.ts';
import { ConflictError, NotFoundError, ValidationError } from '../../platform/errors.ts';
import { dateOfId, isId } from '../../platform/ids.ts';
import type { Locale } from '../../platform/messages.ts';
import type { Viewer } from '../../platform/viewer.ts';
import type { StoredAnnouncement } from './announcements.repository.ts';
import {
  deleteAnnouncement,
  dismissAnnouncement,
  insertAnnouncement,
  listAllAnnouncements,
  listCurrentAnnouncements,
  listDismissedAnnouncements,
  toAdminDto,
  updateAnnouncement,
} from './announcements.repository.ts';

interface Dependencies {
  database: Database;
  clock: Clock;
  bus: Pick<Bus, 'publish'>;
}

/** An announcement for a user. */
export interface ReadableAnnouncement extends StoredAnnouncement {
  isDismissed: boolean;
}

export type Announcements = ReturnType<typeof createAnnouncements>;

/**
 * Texts of administrators that each user is shown once. Those that have not ended are in memory, so that
 * the feed costs nothing more while there are none.
 */
export function createAnnouncements({ database, clock, bus }: Dependencies) {
  let current: readonly StoredAnnouncement[] = [];
  let loading = Promise.resolve();

  async function read(): Promise<void> {
    current = await listCurrentAnnouncements(database, clock.now());
  }

  /** Returns the announcements that are shown now to users of this language, latest first. */
  async function listShown(
    { userId }: Pick<Viewer, 'userId'>,
    locale: Locale,
  ): Promise<ReadableAnnouncement[]> {
    const now = clock.now();
    const shown = current.filter(
      ({ startsAt, endsAt, language }) =>
        startsAt <= now &&
        (endsAt === null || endsAt > now) &&
        (language === null || language === locale),
    );
    if (shown.length === 0) return [];
    const ids = shown.map(({ id }) => id);
    const dismissed = await listDismissedAnnouncements(database, userId, ids);
    return shown.map((each) => ({ ...each, isDismissed: dismissed.has(each.id) }));
  }

  return {
    /** Reads the announcements from the database. Call it at startup and after each change. */
    load(): Promise<void> {
      loading = loading.then(read, read);
      return loading;
    },

    listShown,

    /** Returns the announcements that the user has not dismissed. */
    async listNew(viewer: Viewer, locale: Locale): Promise<Announcement[]> {
      const shown = await listShown(viewer, locale);
      return shown
        .filter(({ isDismissed }) => !isDismissed)
        .map(({ id, text, createdAt }) => ({ id, text, createdAt: createdAt.toISOString() }));
    },

    /**
     * Dismisses an announcement on all devices of the user.
     * @throws NotFoundError
     */
    async dismiss({ userId }: Viewer, id: string): Promise<void> {
      const isDismissed = isId(id) && (await dismissAnnouncement(database, id, userId));
      if (!isDismissed) throw announcementNotFound();
      bus.publish({ kind: 'announcement-dismissed', userId });
    },

    /** Latest first, including ended ones. */
    listAll: (): Promise<AdminAnnouncement[]> => listAllAnnouncements(database, clock.now()),

    ...createAnnouncementChanges(clock),
  };
}

function createAnnouncementChanges(clock: Clock) {
  return {
    /**
     * Call `load` after the commit.
     * @throws ConflictError if there are too many
     */
    async create(
      tx: Transaction,
      id: string,
      { text, startsAt, endsAt = null, language = null }: AnnouncementInput,
    ): Promise<AdminAnnouncement> {
      const createdAt = dateOfId(id);
      const row = { id, text, language, startsAt: startsAt ?? createdAt, endsAt, createdAt };
      if (!(await insertAnnouncement(tx, row, announcementsMax))) {
        throw new ConflictError(
          'conflict',
          withValues('error.announcementsMax', { max: announcementsMax }),
        );
      }
      return toAdminDto(row, 0, clock.now());
    },

    /**
     * Call `load` after the commit.
     * @throws NotFoundError; ValidationError if it would end before its start
     */
    async update(
      tx: Transaction,
      id: string,
      { text, startsAt = null, endsAt = null, language = null }: AnnouncementInput,
    ): Promise<AdminAnnouncement> {
      const change = { text, startsAt, endsAt, language };
      const updated = isId(id) ? await updateAnnouncement(tx, id, change) : null;
      if (updated === null) throw announcementNotFound();
      const { row, dismissals } = updated;
      if (row.endsAt !== null && row.endsAt <= row.startsAt) {
        throw new ValidationError([{ path: 'endsAt', message: 'error.announcementEnd' }]);
      }
      return toAdminDto(row, dismissals, clock.now());
    },

    /**
     * Returns the text. Call `load` after the commit.
     * @throws NotFoundError
     */
    async remove(tx: Transaction, id: string): Promise<string> {
      const text = isId(id) ? await deleteAnnouncement(tx, id) : null;
      if (text === null) throw announcementNotFound();
      return text;
    },
  };
}

function announcementNotFound(): NotFoundError {
  return new NotFoundError('error.announcementNotFound');
}
