import { readFile } from 'node:fs/promises';
import { beforeAll, expect, it } from 'vitest';
import { configureHaproxy, failoverSettings } from '../support/servers/patroni-configuration.ts';

let scaling: string;

beforeAll(async () => {
  scaling = await readFile(new URL('../../../../docs/scaling.md', import.meta.url), 'utf8');
});

/** A code block of the section, without the indentation of its list. */
function findBlock(language: string): string {
  const section = scaling.slice(scaling.indexOf('## PostgreSQL with automatic failover'));
  const block =
    new RegExp(`^ {3}\`\`\`${language}\n(.*?)^ {3}\`\`\`$`, 'ms').exec(section)?.[1] ?? '';
  return block.replaceAll(/^ {3}/gm, '');
}

it('docs/scaling.md contains the HAProxy configuration of the failover tests', () => {
  const servers = [1, 2, 3].map((number) => ({
    name: `db-${number}`,
    address: `db-${number}:5432`,
    apiPort: 8008,
  }));
  expect(findBlock('haproxy')).toBe(configureHaproxy('127.0.0.1:5000', servers));
});

it('docs/scaling.md contains the Patroni settings of the failover tests', () => {
  const lines = Object.entries(failoverSettings).map(([name, value]) => `${name}: ${value}\n`);
  expect(findBlock('yaml').startsWith(lines.join(''))).toBe(true);
});
