// pnpm docs:settings: writes the settings reference into docs/self-hosting.md.
import { readFile, writeFile } from 'node:fs/promises';
import { replaceSettings } from './settings-reference.ts';

const page = new URL('../../../docs/self-hosting.md', import.meta.url);
await writeFile(page, replaceSettings(await readFile(page, 'utf8')));
