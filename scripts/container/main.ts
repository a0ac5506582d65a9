// `pnpm test:container`: tests the image and docker-compose.yml on a real engine. `--keep` keeps
// replacements of base images for the next run.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { rootDir } from '../launcher/project.mjs';
import { moveByBackup } from './backup.ts';
import { provideBaseImages } from './base-images.ts';
import { openEngine } from './engine.ts';
import type { Engine } from './engine.ts';
import { expectLeanImage, measureImage, measureStart } from './image.ts';
import { survivesOutage } from './outage.ts';
import { profileSettings, proveProfiles } from './profiles.ts';
import { describeProject } from './project.ts';
import type { Project } from './project.ts';
import { read } from './run.ts';
import { runSteps } from './steps.ts';
import { signIn, visit } from './visits.ts';

const image = 'skein-under-test';
const port = Number(process.env['SKEIN_TEST_PORT'] ?? 4790);

process.exitCode = await runSteps(async (course) => {
  const { step, undo } = course;
  const directory = await mkdtemp(path.join(tmpdir(), 'skein-container-'));
  undo(() => rm(directory, { recursive: true, force: true }));
  const envFile = path.join(directory, 'no-settings.env');
  await writeFile(envFile, '');

  const engine = await openEngine(path.join(directory, 'engine'));
  undo(() => engine.stop());
  const docker = (...args: string[]) => read(['docker', ...args], { env: engine.env });
  const open = (name: string, at: number, settings: Record<string, string> = {}): Project => {
    const project = describeProject({ engine, name, image, port: at, envFile, settings });
    undo(() => project.remove());
    return project;
  };

  await step('has the base images', async () => {
    const replacements = await provideBaseImages(engine, directory);
    if (replacements.length === 0) return 'available';
    if (!process.argv.includes('--keep')) undo(() => docker('image', 'rm', ...replacements));
    return `replacements for ${replacements.join(', ')}`;
  });
  await step('builds the image', async () => {
    await docker('build', '--tag', image, rootDir);
    undo(() => docker('image', 'rm', image));
    return measureImage(engine, image);
  });

  const first = open('skein-test-first', port);
  await step('comes up with no configuration', async () => `${await first.up()} ms`, first);
  await step('is not root, writes nowhere but to /data, has no installer', () =>
    expectLeanImage(first),
  );
  await step('registers a user who posts a picture', () => visit(first, 'first'), first);
  await step('stops cleanly and finds its data again', () => restart(engine, first), first);
  await step('starts soon and needs little memory', () => measureStart(engine, first), first);
  await step(
    'survives the death of its database under load',
    async () => survivesOutage(engine, first, await signIn(first)),
    first,
  );
  await step('still shows the picture', () => visit(first, 'return'), first);

  const second = open('skein-test-second', port + 1);
  await step(
    'moves into another instance by a backup',
    async () => {
      const size = await moveByBackup(first, second, path.join(directory, 'skein.backup'));
      await visit(second, 'return');
      return size;
    },
    second,
  );

  const ports = { http: port + 3, https: port + 4 };
  const third = open('skein-test-profiles', port + 2, profileSettings(ports));
  await proveProfiles(course, { engine, project: third, ports, otherPort: port + 5 });
});

async function restart({ env }: Engine, project: Project): Promise<void> {
  const container = await project.containerId('skein');
  await project.stop();
  const inspect = ['docker', 'inspect', '--format', '{{.State.ExitCode}}', container];
  const code = await read(inspect, { env });
  if (code !== '0') throw new Error(`It ended with ${code}.`);
  await project.up();
  await visit(project, 'return');
}
