/** The file in a Mastodon archive that contains the posts. */
export const outboxMaxBytes = 256 * 1024 ** 2;
/** Files of an archive. */
export const entriesMax = 200_000;
const unpackedMaxBytes = 512 * 1024 ** 2;
/** Media do not shrink, and JSON shrinks to a tenth. */
const unpackedMaxRatio = 30;
const unpackedMinBytes = 16 * 1024 ** 2;

/** The greatest unpacked size, from the compressed size: of a ZIP file's outbox, or of all files up to it in a TAR file. */
export const unpackedLimit = (archiveBytes: number): number =>
  Math.min(unpackedMinBytes + archiveBytes * unpackedMaxRatio, unpackedMaxBytes);

/** At the top of the archive, or in its only folder. */
export const isOutbox = (name: string): boolean => /^(?:\.\/)?(?:[^/]+\/)?outbox\.json$/.test(name);
