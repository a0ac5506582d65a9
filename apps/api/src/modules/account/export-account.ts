import path from 'node:path';
import { Readable } from 'node:stream';
import type { Database } from '@skein/db';
import type { Download } from '../../platform/download.ts';
import type { FederationSettings } from '../../platform/config/federation-settings.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Viewer } from '../../platform/viewer.ts';
import type { MediaStore } from '../media/index.ts';
import type { UsersModule } from '../users/index.ts';
import {
  exportLikes,
  exportMutedThreads,
  exportPollVotes,
  exportReactions,
  exportReposts,
} from './export-activity.queries.ts';
import {
  exportBookmarks,
  exportDrafts,
  exportFormerUsernames,
  exportIdentities,
  exportImportedPosts,
  exportMedia,
  exportMessages,
  exportReportMessages,
  exportScheduled,
  exportStrikes,
  exportThreads,
} from './export.queries.ts';
import { exportUserLists } from './export-user-lists.queries.ts';
import {
  exportFeedSettings,
  getSettings,
  listConversationSettings,
} from './export-settings.queries.ts';
import { toJsonList, toJsonLists } from './json-list.ts';
import type { ZipEntry } from './zip-entries.ts';

export interface ExportDependencies {
  database: Database;
  users: Pick<UsersModule, 'getCurrentUser'>;
  store: Pick<MediaStore, 'read'>;
  clock: Clock;
  publicUrl: URL;
  federation?: FederationSettings | undefined;
}

/** Exports the viewer's data as a zip file that is created while it is sent. */
export async function exportAccount(
  dependencies: ExportDependencies,
  viewer: Viewer,
): Promise<Download> {
  const { username } = await dependencies.users.getCurrentUser(viewer.userId);
  const { zipEntries } = await import('./zip-entries.ts');
  const day = dependencies.clock.now().toISOString().slice(0, 10);
  return {
    fileName: `${username}-${day}.zip`,
    content: zipEntries(listEntries(dependencies, viewer.userId)),
  };
}

async function* listEntries(
  dependencies: ExportDependencies,
  userId: string,
): AsyncGenerator<ZipEntry> {
  yield* listDataFiles(dependencies, userId);
  yield* listMediaFiles(dependencies, userId);
}

async function* listDataFiles(
  { database, users, clock, publicUrl, federation }: ExportDependencies,
  userId: string,
): AsyncGenerator<ZipEntry> {
  const now = clock.now();
  const json = (name: string, open: () => Promise<Readable>): ZipEntry => ({
    path: `${name}.json`,
    modifiedAt: now,
    compress: true,
    open,
  });
  const list = (name: string, pages: () => AsyncIterable<{ key: string }[]>) =>
    json(name, async () => toJsonList(withoutKeys(pages())));
  const user = await users.getCurrentUser(userId);
  const formerUsernames = await exportFormerUsernames(database, userId);
  const identities = await exportIdentities(database, userId);
  yield json('profile', async () => toJson({ ...user, formerUsernames, identities }));
  yield list('threads', () => exportThreads(database, userId));
  yield list('scheduled-threads', () => exportScheduled(database, userId));
  yield list('drafts', () => exportDrafts(database, userId));
  yield list('imported-posts', () => exportImportedPosts(database, userId));
  yield json('follows', async () => toListsWithoutKeys(exportUserLists(database, userId)));
  yield list('likes', () => exportLikes(database, userId));
  yield list('reactions', () => exportReactions(database, userId));
  yield list('reposts', () => exportReposts(database, userId));
  yield list('poll-votes', () => exportPollVotes(database, userId));
  yield json('bookmarks', async () => toListsWithoutKeys(exportBookmarks(database, userId)));
  yield json('feeds', async () => toJson(await exportFeedSettings(database, userId)));
  yield json('settings', async () => toJson(await getSettings(database, userId)));
  yield list('strikes', () => exportStrikes(database, userId));
  yield list('report-messages', () => exportReportMessages(database, userId));
  yield list('muted-threads', () => exportMutedThreads(database, userId));
  yield list('messages', () => exportMessages(database, userId));
  yield list('conversations', () => listConversationSettings(database, userId));
  const { listCsvFiles } = await import('./export-csv.ts');
  for (const { path: name, open } of listCsvFiles({ database, publicUrl, federation }, userId)) {
    yield { path: name, modifiedAt: now, compress: true, open: async () => open() };
  }
}

async function* listMediaFiles(
  { database, users, store, clock }: ExportDependencies,
  userId: string,
): AsyncGenerator<ZipEntry> {
  const now = clock.now();
  const { picture, banner } = await users.getCurrentUser(userId);
  for (const [name, url] of Object.entries({ 'profile-picture': picture, banner })) {
    if (url === null) continue;
    const [, , key = '', fileName = ''] = url.split('/');
    yield mediaEntry(`${name}${path.extname(fileName)}`, now, () => store.read(key, fileName));
  }
  for await (const media of exportMedia(database, userId)) {
    for (const { id, storageKey, fileName, createdAt, captions } of media) {
      yield mediaEntry(`${id}${path.extname(fileName)}`, createdAt, () =>
        store.read(storageKey, fileName),
      );
      for (const file of captions) {
        yield mediaEntry(`${id}.${file.language}.vtt`, createdAt, () =>
          store.read(storageKey, file.fileName),
        );
      }
    }
  }
}

/** A stored file; an empty one if it was deleted meanwhile. */
function mediaEntry(
  name: string,
  modifiedAt: Date,
  read: () => Promise<Readable | null>,
): ZipEntry {
  const open = async () => (await read()) ?? Readable.from([]);
  return { path: `media/${name}`, modifiedAt, compress: false, open };
}

function toJson(value: unknown): Readable {
  return Readable.from([JSON.stringify(value, undefined, 2)]);
}

function toListsWithoutKeys(lists: Readonly<Record<string, AsyncIterable<{ key: string }[]>>>) {
  const entries = Object.entries(lists).map(([name, pages]) => [name, withoutKeys(pages)]);
  return toJsonLists(Object.fromEntries(entries) as Record<string, ReturnType<typeof withoutKeys>>);
}

async function* withoutKeys(pages: AsyncIterable<{ key: string }[]>) {
  for await (const page of pages) yield page.map(({ key: _key, ...row }) => row);
}
