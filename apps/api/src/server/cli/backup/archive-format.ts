import { z } from 'zod';

/** Counts up when an older Skein could not read the files any more. */
export const archiveFormat = 1;

/** The first entry, and the last: what it is, and proof that all of it is there unchanged. */
export const headerName = 'skein-backup.json';
export const sealName = 'checksum.json';

/** Rows and files up to this size are held in memory, so that several are at work at once. */
export const chunkBytes = 4 * 1024 * 1024;

/** Any version's, to tell a newer one by. */
export const anyHeaderSchema = z.object({ format: z.number() });

export const headerSchema = z.object({
  format: z.literal(archiveFormat),
  /** Of the Skein that made it. */
  version: z.string(),
  createdAt: z.iso.datetime(),
  migrations: z.array(z.object({ name: z.string(), checksum: z.string() })),
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()) })),
});

export const sealSchema = z.object({ entries: z.number(), sha256: z.string() });

export type Header = z.output<typeof headerSchema>;

/** The rows of a table stand in parts, each a compressed piece of PostgreSQL's text format. */
export function tablePartName(table: string, part: number): string {
  return `database/${table}/${String(part).padStart(6, '0')}.gz`;
}

export function tableOfPart(name: string): string | undefined {
  return /^database\/([^/]+)\/\d+\.gz$/.exec(name)?.[1];
}

export function mediaName(key: string, fileName: string): string {
  return `media/${key}/${fileName}`;
}

export function parseMediaName(name: string): { key: string; fileName: string } | undefined {
  const [, key, fileName] = /^media\/([^/]+)\/([^/]+)$/.exec(name) ?? [];
  return key === undefined || fileName === undefined ? undefined : { key, fileName };
}
