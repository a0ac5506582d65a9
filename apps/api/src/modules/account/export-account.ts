import path from 'node:path';
import { Readable } from 'node:stream';
import type { Download } from '../../http/downloads/send-download.ts';
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
  { queries, users, store, clock }: ExportDependencies,
  userId: string,
): AsyncGenerator<ZipEntry> {
  const now = clock.now();
  const json = (name: string, open: () => Promise<Readable>): ZipEntry => ({
    path: `${name}.json`,
    modifiedAt: now,
    compress: true,
    open,
  });
  const user = await users.getCurrentUser(userId);
  const formerUsernames = await queries.listFormerUsernames(userId);
  const identities = await queries.listIdentities(userId);
  yield json('profile', async () =>
    Readable.from([JSON.stringify({ ...user, formerUsernames, identities }, undefined, 2)]),
  );
  yield json('threads', async () => toJsonList(withoutKeys(queries.listThreads(userId))));
  yield json('scheduled-threads', async () =>
    toJsonList(withoutKeys(queries.listScheduled(userId))),
  );
  yield json('drafts', async () => toJsonList(withoutKeys(queries.listDrafts(userId))));
  yield json('follows', async () => toListsWithoutKeys(queries.listUsers(userId)));
  yield json('bookmarks', async () => toListsWithoutKeys(queries.listBookmarks(userId)));
  yield json('feeds', async () =>
    Readable.from([JSON.stringify(await queries.getFeedSettings(userId), undefined, 2)]),
  );
  yield json('messages', async () => toJsonList(withoutKeys(queries.listMessages(userId))));
  const { picture, banner = null } = user;
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

function toListsWithoutKeys(lists: Readonly<Record<string, AsyncIterable<{ key: string }[]>>>) {
  const entries = Object.entries(lists).map(([name, pages]) => [name, withoutKeys(pages)]);
  return toJsonLists(Object.fromEntries(entries) as Record<string, ReturnType<typeof withoutKeys>>);
}

async function* withoutKeys(pages: AsyncIterable<{ key: string }[]>) {
  for await (const page of pages) yield page.map(({ key: _key, ...row }) => row);
}
