import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { listForeignObjects } from '../embedded/application-role.ts';

const oneLine = (text: string) => text.replaceAll(/\s+/g, ' ').trim();

test('docker-compose.yml gives its role the same objects as the embedded database does', () => {
  const compose = readFileSync(new URL('../../docker-compose.yml', import.meta.url), 'utf8');
  expect(oneLine(compose)).toContain(oneLine(listForeignObjects));
});
