import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { encodeJson } from './encode-json.ts';

const list = fc.array(fc.jsonValue());
const page = fc.record(
  { page: fc.nat(), content: list, announcements: list },
  { requiredKeys: ['content'] },
);

describe('the JSON of a response', () => {
  it.each([
    ['a list', list],
    ['a page', page],
    ['any other value', fc.jsonValue()],
  ])('contains %s as JSON.stringify does', (_name, values) => {
    fc.assert(
      fc.property(values as fc.Arbitrary<unknown>, (value) => {
        const decoded: unknown = JSON.parse(encodeJson(value).toString());
        expect(decoded).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
  });

  it('keeps characters of several bytes', () => {
    expect(encodeJson({ content: ['ü', '漢', '👍'] }).toString()).toBe(
      '{"content":["ü","漢","👍"]}',
    );
  });
});
