// pnpm docs:settings: writes the settings into docs/settings.md, docker-compose.yml and .env.example.
import { readFile, writeFile } from 'node:fs/promises';
import { replaceTables, replaceVariables, writeExample } from './settings-reference.ts';

const root = new URL('../../../', import.meta.url);

async function update(file: string, replace: (content: string) => string): Promise<void> {
  const url = new URL(file, root);
  await writeFile(url, replace(await readFile(url, 'utf8')));
}

await update('docs/settings.md', replaceTables);
await update('docker-compose.yml', replaceVariables);
await update('.env.example', writeExample);
