import { isStoredName } from './store/media-store.ts';

const mediaUrlPattern = /^\/media\/([^/]+)\/([^/]+)$/;

/** The URL path at which `createMediaHandler` serves the file. */
export function toMediaUrl(storageKey: string, fileName: string): string {
  return `/media/${storageKey}/${fileName}`;
}

/** Whether both are URLs of one upload, whose file changes when it is converted. */
export function isSameUpload(url: string, other: string): boolean {
  const [first, second] = [parseMediaUrl(url), parseMediaUrl(other)];
  return first !== null && first.storageKey === second?.storageKey;
}

/** Null for URLs that `toMediaUrl` does not produce. */
export function parseMediaUrl(url: string): { storageKey: string; fileName: string } | null {
  const [, storageKey = '', fileName = ''] = mediaUrlPattern.exec(url) ?? [];
  return isStoredName(storageKey, fileName) ? { storageKey, fileName } : null;
}
