import { createHash } from 'node:crypto';

/** One checksum of all entries: of their names, sizes, contents and order. */
export function createDigest() {
  const hash = createHash('sha256');
  let entries = 0;
  return {
    begin(name: string, bytes: number): void {
      entries += 1;
      hash.update(`\n${name} ${bytes}\n`);
    },
    take(content: Uint8Array): void {
      hash.update(content);
    },
    seal: () => ({ entries, sha256: hash.digest('hex') }),
  };
}
