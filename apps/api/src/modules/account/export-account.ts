import path from 'node:path';
import { Readable } from 'node:stream';
import type { Download } from '../../platform/download.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Viewer } from '../../platform/viewer.ts';
import type { MediaStore } from '../media/index.ts';
import type { UsersModule } from '../users/index.ts';
import type { ExportQueries } from './export.queries.ts';
import { toJsonList, toJsonLists } from './json-list.ts';
import type { ZipEntry } from './zip-entries.ts';

export interface ExportDependencies {
  queries: ExportQueries;
  users: Pick<UsersModule, 'getCurrentUser'>;
  store: Pick<MediaStore, 'read'>;
  clock: Clock;
  publicUrl: URL;
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
  { queries, users, clock, publicUrl }: ExportDependencies,
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
  const formerUsernames = await queries.listFormerUsernames(userId);
  const identities = await queries.listIdentities(userId);
  yield json('profile', async () => toJson({ ...user, formerUsernames, identities }));
  yield list('threads', () => queries.listThreads(userId));
  yield list('scheduled-threads', () => queries.listScheduled(userId));
  yield list('drafts', () => queries.listDrafts(userId));
  yield list('imported-posts', () => queries.listImportedPosts(userId));
  yield json('follows', async () => toListsWithoutKeys(queries.listUsers(userId)));
  yield list('likes', () => queries.listLikes(userId));
  yield list('reactions', () => queries.listReactions(userId));
  yield list('reposts', () => queries.listReposts(userId));
  yield list('poll-votes', () => queries.listPollVotes(userId));
  yield json('bookmarks', async () => toListsWithoutKeys(queries.listBookmarks(userId)));
  yield json('feeds', async () => toJson(await queries.getFeedSettings(userId)));
  yield json('settings', async () => toJson(await queries.getSettings(userId)));
  yield list('strikes', () => queries.listStrikes(userId));
  yield list('report-messages', () => queries.listReportMessages(userId));
  yield list('muted-threads', () => queries.listMutedThreads(userId));
  yield list('messages', () => queries.listMessages(userId));
  yield list('conversations', () => queries.listConversationSettings(userId));
  const { listCsvFiles } = await import('./export-csv.ts');
  for (const { path: name, open } of listCsvFiles({ queries: queries.csv, publicUrl }, userId)) {
    yield { path: name, modifiedAt: now, compress: true, open: async () => open() };
  }
}

async function* listMediaFiles(
  { queries, users, store, clock }: ExportDependencies,
  userId: string,
): AsyncGenerator<ZipEntry> {
  const now = clock.now();
  const { picture, banner } = await users.getCurrentUser(userId);
  for (const [name, url] of Object.entries({ 'profile-picture': picture, banner })) {
    if (url === null) continue;
    const [, , key = '', fileName = ''] = url.split('/');
    yield mediaEntry(`${name}${path.extname(fileName)}`, now, () => store.read(key, fileName));
  }
  for await (const media of queries.listMedia(userId)) {
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
