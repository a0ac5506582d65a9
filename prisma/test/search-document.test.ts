import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, inject, onTestFinished, test } from 'vitest';
import { migrationsDirectory } from '../migration/files.ts';
import { cloneDatabase } from '../testing/index.ts';
import type {} from '../testing/global-setup.ts';
import { query } from './support/query.ts';

const firstDefinition = /CREATE FUNCTION search_document\(.*?\nEND \$\$;/su;

const texts = [
  '',
  ' ',
  'Plain words, 2 of them',
  'Crème brûlée für Ðórunn und ß',
  '東京タワーへ行く',
  'in 東京 and 大阪, then 京',
  'สวัสดีครับ ทุกคน',
  '한국어 문장 하나',
  'नमस्ते दुनिया',
  'אָלֶף بَيْت',
  '😀',
  '😀😃 x 👩‍👩‍👧 👍🏽',
  `${'a'.repeat(100)} ${'é'.repeat(100)}`,
  '京'.repeat(500),
  '😀'.repeat(1900),
  `${'词语 '.repeat(300)}end`,
];

test('search documents have not changed since their first definition', async () => {
  const { url, drop } = await cloneDatabase(inject('templateUrl'));
  onTestFinished(drop);
  const migration = join(migrationsDirectory, '20261121061101_discovery', 'migration.sql');
  const [definition = ''] = firstDefinition.exec(readFileSync(migration, 'utf8')) ?? [];
  await query(url, definition.replace('search_document', 'first_search_document'));
  const list = texts.map((text) => `('${text}')`).join(', ');
  const rows = await query(
    url,
    `SELECT content FROM (VALUES ${list}) AS samples (content)
     WHERE search_document(content)::text IS DISTINCT FROM first_search_document(content)::text`,
  );
  expect(rows).toEqual([]);
});

test('the time for a run without spaces is in proportion to its length', async () => {
  const { url, drop } = await cloneDatabase(inject('templateUrl'));
  onTestFinished(drop);
  // The shortest of several times, in milliseconds. OFFSET prevents evaluation by the planner.
  const measure = async (length: number) => {
    const times: number[] = [];
    for (let run = 0; run < 5; run += 1) {
      const [row] = await query<{ 'QUERY PLAN': { 'Execution Time': number }[] }>(
        url,
        `EXPLAIN (ANALYZE, FORMAT JSON)
         SELECT search_document(repeat('😀', length)) FROM (SELECT ${length} AS length OFFSET 0) AS run`,
      );
      times.push(row?.['QUERY PLAN'][0]?.['Execution Time'] ?? Infinity);
    }
    return Math.min(...times);
  };
  // With quadratic time, a run that is 16 times as long takes about 200 times as long.
  expect((await measure(16_000)) / (await measure(1000))).toBeLessThan(60);
});
