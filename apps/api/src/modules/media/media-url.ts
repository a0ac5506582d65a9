import { isStoredName } from './store/media-store.ts';

const mediaUrlPattern = /^\/media\/([^/]+)\/([^/]+)$/;

/** Where `createMediaHandler` hands the file out. */
export function toMediaUrl(storageKey: string, fileName: string): string {
  return `/media/${storageKey}/${fileName}`;
}

/** Null for what `toMediaUrl` never made. */
export function parseMediaUrl(url: string): { storageKey: string; fileName: string } | null {
  const [, storageKey = '', fileName = ''] = mediaUrlPattern.exec(url) ?? [];
  return isStoredName(storageKey, fileName) ? { storageKey, fileName } : null;
}
