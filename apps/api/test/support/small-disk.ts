import { spawnSync } from 'node:child_process';

const kilobytes = 1024;

/**
 * What makes a command run on a disk of 1 MB: a memory disk over the given directory that only the
 * command sees, or, where nobody may mount one, a limit of 1 MB for each file that it writes.
 */
export function onSmallDisk(directory: string): readonly string[] {
  const mount = `mount -t tmpfs -o size=${kilobytes}k none "$0" && exec "$@"`;
  const args = ['--mount', '--map-root-user', 'sh', '-c', mount, directory];
  const isAllowed = spawnSync('unshare', [...args, 'true']).status === 0;
  if (isAllowed) return ['unshare', ...args];
  // In units of 512 bytes.
  return ['sh', '-c', `ulimit -f ${2 * kilobytes} && exec "$@"`, 'sh'];
}
