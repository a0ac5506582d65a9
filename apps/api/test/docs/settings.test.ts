import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { replaceTables, replaceVariables, writeExample } from '../../docs/settings-reference.ts';
import { readEnv, settingNames } from '../../src/platform/config/env.ts';

const root = new URL('../../../../', import.meta.url);
const names = settingNames.toSorted();

const sorted = (found: Iterable<string>) => [...new Set(found)].toSorted();
const readPage = () => readFile(new URL('docs/settings.md', root), 'utf8');

it('.env.example shows each setting with a valid example', async () => {
  const text = await readFile(new URL('.env.example', root), 'utf8');
  const examples = Array.from(text.matchAll(/^# ([A-Z\d_]+)=(.*)$/gm), ([, name = '', value]) => ({
    name,
    value,
  }));
  expect(sorted(examples.map(({ name }) => name))).toEqual(names);
  for (const { name, value = '' } of examples) {
    // Production requires a secret, a direct address that of the pooler, single sign-on all its settings.
    const others = {
      JWT_SECRET_FILE: '/srv/secret',
      DATABASE_URL: 'postgresql://localhost/skein',
      OIDC_ISSUER: 'https://sso.example',
      OIDC_CLIENT_ID: 'skein',
      OIDC_CLIENT_SECRET: 'secret',
    };
    expect(() => readEnv({ ...others, [name]: value })).not.toThrow();
  }
});

it.each([
  ['docs/settings.md', replaceTables],
  ['docker-compose.yml', replaceVariables],
  ['.env.example', writeExample],
])('%s has the settings of the schema (pnpm docs:settings writes it)', async (file, replace) => {
  const content = await readFile(new URL(file, root), 'utf8');
  expect(content).toBe(replace(content));
});

it('the settings reference of docs/settings.md has each setting once, with its default', async () => {
  const [, tables = ''] =
    /^<!-- settings:start -->$(.*?)^<!-- settings:end -->$/ms.exec(await readPage()) ?? [];
  const rows = Array.from(
    tables.matchAll(/^\| `([A-Z\d_]+)`\s+\| (?:`(\S+)`)?\s*\|/gm),
    ([, name = '', value = '']) => ({ name, value }),
  );
  expect(rows.map(({ name }) => name).toSorted()).toEqual(names);
  for (const { name, value } of rows) expect(readEnv({ [name]: value })).toEqual(readEnv({}));
});

it('the pages for operators mention only settings that exist', async () => {
  const pages = ['install', 'operate', 'troubleshooting', 'customize', 'settings'];
  const texts = await Promise.all(
    pages.map((page) => readFile(new URL(`docs/${page}.md`, root), 'utf8')),
  );
  const compose = await readFile(new URL('docker-compose.yml', root), 'utf8');
  const mentioned = Array.from(
    texts.join('\n').matchAll(/`([A-Z][A-Z\d]*(?:_[A-Z\d]+)+)\b[^`]*`/g),
    ([, name = '']) => name,
  );
  const inCompose = Array.from(compose.matchAll(/\$\{([A-Z_]+):-/g), ([, name = '']) => name);
  // Variables of Compose and Node.js, and error codes of OpenSSL.
  const others = [
    'COMPOSE_PROFILES',
    'NODE_EXTRA_CA_CERTS',
    'DEPTH_ZERO_SELF_SIGNED_CERT',
    'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  ];
  const allowed = new Set([...names, ...inCompose, ...others]);
  expect(mentioned).toContain('TRUST_PROXY');
  expect(mentioned.filter((name) => !allowed.has(name))).toEqual([]);
});
