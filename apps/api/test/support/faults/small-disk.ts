import { spawnSync } from 'node:child_process';

/**
 * What makes a command run on a small disk: a memory disk over the given directory that only the
 * command and its children see. Null where this account may not mount one.
 */
export function onSmallDisk(directory: string, megabytes: number): readonly string[] | null {
  const mount = `mount -t tmpfs -o size=${megabytes}m,mode=755 none "$0"`;
  const isRoot = process.getuid?.() === 0;
  // An ordinary account mounts as the root of a namespace and goes on as itself: PostgreSQL does not
  // run as root.
  const goOn = isRoot
    ? 'exec "$@"'
    : `exec unshare --map-user=${process.getuid?.()} --map-group=${process.getgid?.()} "$@"`;
  const namespaces = isRoot ? ['--mount'] : ['--mount', '--map-root-user'];
  const command = ['unshare', ...namespaces, 'sh', '-c', `${mount} && ${goOn}`, directory];
  const [program = '', ...args] = command;
  return spawnSync(program, [...args, 'true']).status === 0 ? command : null;
}
