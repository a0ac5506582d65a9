import { z } from 'zod';

/** Incremented by changes that older versions of Skein cannot read. */
export const archiveFormat = 1;

/** The first entry describes the backup; the last one proves that it is complete and unchanged. */
export const headerName = 'skein-backup.json';
export const checksumName = 'checksum.json';

/** Rows and files up to this size are read into memory, to process several at the same time. */
export const chunkBytes = 4 * 1024 * 1024;

/** The common part of all format versions, to detect newer ones. */
export const anyHeaderSchema = z.object({ format: z.number() });

export const headerSchema = z.object({
  format: z.literal(archiveFormat),
  /** The version of Skein that created the backup. */
  version: z.string(),
  createdAt: z.iso.datetime(),
  migrations: z.array(z.object({ name: z.string(), checksum: z.string() })),
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()) })),
});

export const checksumSchema = z.object({ entries: z.number(), sha256: z.string() });

export type Header = z.output<typeof headerSchema>;

/** The rows of a table are split into compressed parts in PostgreSQL's text format. */
export function tablePartName(table: string, part: number): string {
  return `database/${table}/${String(part).padStart(6, '0')}.gz`;
}

export function parseTablePartName(name: string): string | undefined {
  return /^database\/([^/]+)\/\d+\.gz$/.exec(name)?.[1];
}

export function mediaName(key: string, fileName: string): string {
  return `media/${key}/${fileName}`;
}

export function parseMediaName(name: string): { key: string; fileName: string } | undefined {
  const [, key, fileName] = /^media\/([^/]+)\/([^/]+)$/.exec(name) ?? [];
  return key === undefined || fileName === undefined ? undefined : { key, fileName };
}
