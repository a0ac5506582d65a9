import { createHash } from 'node:crypto';

/** Computes one checksum of the names, sizes, contents and order of all entries. */
export function createDigest() {
  const hash = createHash('sha256');
  let entries = 0;
  return {
    begin(name: string, bytes: number): void {
      entries += 1;
      hash.update(`\n${name} ${bytes}\n`);
    },
    update(content: Uint8Array): void {
      hash.update(content);
    },
    finish: () => ({ entries, sha256: hash.digest('hex') }),
  };
}
