import { execFileSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { projectEnv, rootDir } from '../launcher/project.mjs';
import { turboRun } from '../launcher/turbo.mjs';
import { baseImages } from './base-image-names.ts';

/** Settings that the image or docker-compose.yml sets. */
const setByCompose = new Set([
  'NODE_ENV',
  'PORT',
  'PUBLISHED_PORT',
  'HOST',
  'DATA_DIR',
  'DATABASE_URL',
  'DATABASE_PASSWORD_FILE',
  'JWT_SECRET_FILE',
]);

it('docker-compose.yml passes every setting to the container', () => {
  const example = readFileSync(path.join(rootDir, '.env.example'), 'utf8');
  const compose = readFileSync(path.join(rootDir, 'docker-compose.yml'), 'utf8');
  const settings = Array.from(example.matchAll(/^# ([A-Z][A-Z\d_]+)=/gm), ([, name = '']) => name);
  const passed = new Set(
    Array.from(compose.matchAll(/^ {6}([A-Z][A-Z\d_]+):$/gm), ([, name = '']) => name),
  );
  const missing = settings.filter((name) => !setByCompose.has(name) && !passed.has(name));
  expect(settings).toContain('TRUST_PROXY');
  expect(missing).toEqual([]);
});

it('.dockerignore excludes no folder of the source code', () => {
  const lines = readFileSync(path.join(rootDir, '.dockerignore'), 'utf8').trim().split('\n');
  /** As Docker does: the last pattern that matches a folder or one of its parents decides. */
  const isExcluded = (folder: string) => {
    const parents = folder.split('/').map((_, index, names) => names.slice(0, index + 1).join('/'));
    const pattern = lines.findLast((line) =>
      parents.some((name) => path.matchesGlob(name, line.replace('!', ''))),
    );
    return pattern !== undefined && !pattern.startsWith('!');
  };
  const files = globSync('{apps/*,packages/{contracts,messages}}/src/**/*.*', { cwd: rootDir });
  const folders = [...new Set(files.map((file) => path.dirname(file)))];
  expect(isExcluded('apps/web/dist')).toBe(true);
  expect(folders).toContain('apps/web/src');
  expect(folders.filter(isExcluded)).toEqual([]);
});

it('docker-compose.yml publishes the port used in links', () => {
  const compose = readFileSync(path.join(rootDir, 'docker-compose.yml'), 'utf8');
  // docker-compose 1 does not support nested defaults.
  const named = /^ {6}PUBLISHED_PORT: (\$\{[^{}]+\})$/m.exec(compose)?.[1];
  const published = /^ {6}- '127\.0\.0\.1:(\$\{[^{}]+\}):4000'$/m.exec(compose)?.[1];
  expect(named).toBe('${SKEIN_PORT:-4000}');
  expect(published).toBe(named);
});

it('the container tests provide every image of the compose files and the Dockerfile', () => {
  const files = ['Dockerfile', 'docker-compose.yml', 'deploy/compose/docker-compose.yml'];
  const used = files.flatMap((file) => {
    const content = readFileSync(path.join(rootDir, file), 'utf8');
    const names = content.matchAll(/^(?:FROM| *image:) (\S+:\S+)/gm);
    return Array.from(names, ([, name = '']) => name).filter((name) => !name.startsWith('$'));
  });
  expect([...new Set(used)].toSorted()).toEqual([...baseImages].toSorted());
});

it('the image builds only packages whose files it copies', () => {
  const read = (file: string) => readFileSync(path.join(rootDir, file), 'utf8');
  const build = /^RUN npx pnpm exec turbo run (.+)$/m.exec(read('Dockerfile'))?.[1];
  const [command, args] = turboRun(build?.split(' ') ?? [], '--dry=json');
  const options = { cwd: rootDir, env: projectEnv(), encoding: 'utf8' } as const;
  const plan = execFileSync(command, args, { ...options, maxBuffer: 256 * 1024 ** 2 });
  // The format of `turbo run --dry=json`.
  const { tasks } = JSON.parse(plan) as { tasks: { directory: string; command: string }[] };
  const directories = tasks
    .filter((task) => task.command !== '<NONEXISTENT>')
    .map((task) => `${task.directory}/*`);
  expect(directories).toContain('apps/web/*');
  const ignored = new Set(read('.dockerignore').split('\n'));
  expect(directories.filter((directory) => ignored.has(directory))).toEqual([]);
});
