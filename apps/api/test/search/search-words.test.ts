import { normalizeText } from '@skein/contracts/text';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { foldText } from '../../src/domain/fold-text.ts';
import { toPhraseQuery } from '../../src/modules/search/search-query.ts';
import { toLexemes } from '../../src/modules/search/search-words.ts';
import { startTestApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';

let api: TestApi;

beforeAll(async () => {
  api = await startTestApi();
});

afterAll(() => api.close());

const samples = [
  'Crème',
  'ſtraße',
  'İzmir',
  'ΟΔΟΣ',
  '東京',
  'が',
  'ｶﾞ',
  '한국',
  'ที่',
  'مَرْحَبًا',
  'ﷺ',
  'Konzept\u00ADen',
  '½',
  '🎉',
  '👩‍👩‍👧',
  '_',
  '-',
  '…',
];
// Capitals of a Unicode version that Node supports and PostgreSQL does not.
const tooNew = /[\uA7CE-\uA7D5\uA7F1\u{16EA0}-\u{16EB8}]/u;

const text = fc
  .array(
    fc.oneof(
      fc.constantFrom(...samples, ' ', "'", '\\', ':'),
      fc.string({ unit: 'grapheme' }),
      fc.string({ unit: 'binary' }),
    ),
    { maxLength: 8 },
  )
  .map((parts) => normalizeText(parts.join('').toWellFormed().replaceAll('\0', '')))
  .filter((joined) => !tooNew.test(joined) && toLexemes(joined).length > 0);

describe('the text functions of the API and the database', () => {
  it('split any text into the same words', async () => {
    const texts = fc.sample(text, 1500);
    const rows = await api.database.$queryRaw<{ text: string }[]>`
      SELECT text FROM unnest(${texts}::text[], ${texts.map(toPhraseQuery)}::text[]) AS pair (text, query)
      WHERE NOT search_document(text) @@ query::tsquery`;
    expect(rows).toEqual([]);
  });

  it('fold any text to the same result', async () => {
    const texts = fc.sample(text, 1500);
    const rows = await api.database.$queryRaw<{ text: string }[]>`
      SELECT text FROM unnest(${texts}::text[], ${texts.map(foldText)}::text[]) AS pair (text, folded)
      WHERE search_fold(text) <> folded`;
    expect(rows).toEqual([]);
  });
});
