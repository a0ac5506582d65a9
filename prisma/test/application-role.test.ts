import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { listForeignObjects } from '../embedded/application-role.ts';

const oneLine = (text: string) => text.replaceAll(/\s+/g, ' ').trim();

test('docker-compose.yml transfers the same objects to its role as the embedded database', () => {
  const compose = readFileSync(new URL('../../docker-compose.yml', import.meta.url), 'utf8');
  expect(oneLine(compose)).toContain(oneLine(listForeignObjects));
});
