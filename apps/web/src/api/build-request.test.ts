import { describe, expect, it } from 'vitest';
import { buildBody, buildUrl } from './build-request.ts';

describe('buildBody', () => {
  it('creates a form with fields, repeated fields and files', () => {
    const form = buildBody({
      body: { content: 'Two', altText: ['one', 'two'], topic: undefined },
      files: { media: [new File(['1'], 'one.png'), new File(['2'], 'two.png')] },
    });
    if (!(form instanceof FormData)) throw new Error('not a form');
    expect([...form.keys()]).toEqual(['content', 'altText', 'altText', 'media', 'media']);
    expect(form.getAll('altText')).toEqual(['one', 'two']);
  });

  it('creates a form without files', () => {
    const form = buildBody({ body: { content: '' }, files: {} });
    expect(form).toBeInstanceOf(FormData);
  });

  it('returns null without a body', () => {
    expect(buildBody({})).toBeNull();
  });
});

describe('buildUrl', () => {
  it('throws if a path parameter is missing', () => {
    expect(() => buildUrl('GET /threads/{threadId}', {})).toThrow(/threadId/);
  });
});
