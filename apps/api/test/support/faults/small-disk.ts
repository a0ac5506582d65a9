import { spawnSync } from 'node:child_process';

/**
 * Returns a command prefix that mounts a small tmpfs over the directory, visible only to the command
 * and its children. Returns null if this account may not mount one.
 */
export function onSmallDisk(directory: string, megabytes: number): readonly string[] | null {
  const mount = `mount -t tmpfs -o size=${megabytes}m,mode=755 none "$0"`;
  const isRoot = process.getuid?.() === 0;
  // An ordinary account mounts as root of a user namespace and then continues as itself, because
  // PostgreSQL does not run as root.
  const continueCommand = isRoot
    ? 'exec "$@"'
    : `exec unshare --map-user=${process.getuid?.()} --map-group=${process.getgid?.()} "$@"`;
  const namespaces = isRoot ? ['--mount'] : ['--mount', '--map-root-user'];
  const command = [
    'unshare',
    ...namespaces,
    'sh',
    '-c',
    `${mount} && ${continueCommand}`,
    directory,
  ];
  const [program = '', ...args] = command;
  return spawnSync(program, [...args, 'true']).status === 0 ? command : null;
}
