// `pnpm test:container`: tests the image, docker-compose.yml and deploy/compose on a real engine. `--keep` keeps
// replacements of base images for the next run.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { rootDir } from '../launcher/project.mjs';
import { restoreFromBackup } from './backup.ts';
import { provideBaseImages } from './base-images.ts';
import { openEngine } from './engine.ts';
import type { Engine } from './engine.ts';
import { expectLeanImage, measureImage, measureStart } from './image.ts';
import { convertVideo, expectOperations } from './operations.ts';
import { measureOutage } from './outage.ts';
import { profileSettings, testProfiles } from './profiles.ts';
import { describeProject } from './project.ts';
import type { Project } from './project.ts';
import { read } from './run.ts';
import { testSeveralServers } from './several-servers.ts';
import { runSteps } from './steps.ts';
import { signIn, visit } from './visits.ts';

const image = 'skein-under-test';
const port = Number(process.env['SKEIN_TEST_PORT'] ?? 4790);

process.exitCode = await runSteps(async (steps) => {
  const { step, onCleanup } = steps;
  const directory = await mkdtemp(path.join(tmpdir(), 'skein-container-'));
  onCleanup(() => rm(directory, { recursive: true, force: true }));
  const envFile = path.join(directory, 'no-settings.env');
  await writeFile(envFile, '');

  const engine = await openEngine(path.join(directory, 'engine'));
  onCleanup(() => engine.stop());
  const docker = (...args: string[]) => read(['docker', ...args], { env: engine.env });
  const open = (name: string, hostPort: number, settings: Record<string, string> = {}): Project => {
    const project = describeProject({ engine, name, image, port: hostPort, envFile, settings });
    onCleanup(() => project.remove());
    return project;
  };

  await step('has the base images', async () => {
    const replacements = await provideBaseImages(engine, directory);
    if (replacements.length === 0) return 'available';
    if (!process.argv.includes('--keep')) onCleanup(() => docker('image', 'rm', ...replacements));
    return `replacements for ${replacements.join(', ')}`;
  });
  await step('builds the image', async () => {
    await docker('build', '--tag', image, rootDir);
    onCleanup(() => docker('image', 'rm', image));
    return measureImage(engine, image);
  });

  const first = open('skein-test-first', port);
  await step('starts without configuration', async () => `${await first.up()} ms`, first);
  await step('does not run as root, can write only to /data, and contains no installers', () =>
    expectLeanImage(first),
  );
  await step('registers a user who posts a picture', () => visit(first, 'first'), first);
  await step('has a secret and commands for administrators', () => expectOperations(first), first);
  await step('converts a video', () => convertVideo(first, directory), first);
  await step('stops cleanly and has its data after a restart', () => restart(engine, first), first);
  await step('starts quickly and uses little memory', () => measureStart(engine, first), first);
  await step(
    'recovers after its database is killed under load',
    async () => measureOutage(engine, first, await signIn(first)),
    first,
  );
  await step('shows the picture after the outage', () => visit(first, 'return'), first);

  const second = open('skein-test-second', port + 1);
  await step(
    'is restored to another instance from a backup',
    async () => {
      const size = await restoreFromBackup(first, second, path.join(directory, 'skein.backup'));
      await visit(second, 'return');
      return size;
    },
    second,
  );

  const ports = { http: port + 3, https: port + 4 };
  const third = open('skein-test-profiles', port + 2, profileSettings(ports));
  await testProfiles(steps, { engine, project: third, ports, otherPort: port + 5 });

  const severalPorts = { http: port + 6, https: port + 7 };
  await testSeveralServers(steps, { engine, directory, image, ports: severalPorts });
});

async function restart({ env }: Engine, project: Project): Promise<void> {
  const container = await project.containerId('skein');
  await project.stop();
  const inspect = ['docker', 'inspect', '--format', '{{.State.ExitCode}}', container];
  const code = await read(inspect, { env });
  if (code !== '0') throw new Error(`The container exited with code ${code}.`);
  await project.up();
  await visit(project, 'return');
}
