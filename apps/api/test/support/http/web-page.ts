import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** The directory of the web app. */
const webDirectory = fileURLToPath(new URL('../../../../web', import.meta.url));

/** Creates a site directory with the web app's page and public files, without its scripts. */
export async function copyWebPage(): Promise<{ directory: string; remove: () => Promise<void> }> {
  const directory = await mkdtemp(path.join(tmpdir(), 'skein-site-'));
  await cp(path.join(webDirectory, 'index.html'), path.join(directory, 'index.html'));
  await cp(path.join(webDirectory, 'public'), directory, { recursive: true });
  return { directory, remove: () => rm(directory, { recursive: true }) };
}
