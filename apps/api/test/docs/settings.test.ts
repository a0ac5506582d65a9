import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { readEnv, settingNames } from '../../src/platform/config/env.ts';

const root = new URL('../../../../', import.meta.url);
const names = settingNames.toSorted();

const sorted = (found: Iterable<string>) => [...new Set(found)].toSorted();

it('.env.example has each setting, and its examples can be taken', async () => {
  const text = await readFile(new URL('.env.example', root), 'utf8');
  const examples = Array.from(text.matchAll(/^# ([A-Z\d_]+)=(.*)$/gm), ([, name = '', value]) => ({
    name,
    value,
  }));
  expect(sorted(examples.map(({ name }) => name))).toEqual(names);
  for (const { name, value = '' } of examples) {
    // A file that is on no machine but the reader's.
    const example = value.replace(/&sslrootcert=.*/, '');
    // In production one is wanted.
    const others = { JWT_SECRET_FILE: '/srv/secret' };
    expect(() => readEnv({ ...others, [name]: example })).not.toThrow();
  }
});

it('docs/self-hosting.md has each setting, and its true default', async () => {
  const page = await readFile(new URL('docs/self-hosting.md', root), 'utf8');
  const [, table = ''] = /^## All settings\n(.*?)^## /ms.exec(page) ?? [];
  const rows = Array.from(
    table.matchAll(/^\| `([A-Z\d_]+)`\s+\| (?:`(\S+)`)?\s*\|/gm),
    ([, name = '', value = '']) => ({ name, value }),
  );
  expect(rows.map(({ name }) => name).toSorted()).toEqual(names);
  for (const { name, value } of rows) expect(readEnv({ [name]: value })).toEqual(readEnv({}));
});

it('each setting that the page speaks of is one', async () => {
  const page = await readFile(new URL('docs/self-hosting.md', root), 'utf8');
  const compose = await readFile(new URL('docker-compose.yml', root), 'utf8');
  const spoken = Array.from(page.matchAll(/`([A-Z][A-Z\d]*(?:_[A-Z\d]+)+)\b[^`]*`/g), (m) => m[1]);
  const ofCompose = Array.from(compose.matchAll(/\$\{([A-Z_]+):-/g), (m) => m[1]);
  // The last is Compose's own.
  const known = new Set([...names, ...ofCompose, 'COMPOSE_PROFILES']);
  expect(spoken).toContain('TRUST_PROXY');
  expect(spoken.filter((name) => !known.has(name))).toEqual([]);
});
