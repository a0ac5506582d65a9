import { describe, expect, it } from 'vitest';
import { bucketSize, planRead, updateExpectation } from './plan-read.ts';
import type { Expectation } from './plan-read.ts';

const documents = 1_000_000;
const span = { from: 0, below: documents };

const expecting = (share: number, recentShare = share): Expectation => ({
  documents,
  share,
  recentShare,
  visibleShare: 1,
  documentsMax: Infinity,
});
const page = { missing: 1000, isIndexed: true };

describe('planRead', () => {
  it('reads the newest documents in order if many match', () => {
    const read = planRead(span, expecting(0.2), page);
    expect(read).toMatchObject({ method: 'scan', span: { below: documents } });
    expect(documents - read.span.from).toBe(13_000);
  });

  it('reads at most 20,000 documents in order', () => {
    const { method, span: read } = planRead(span, expecting(0.1), page);
    expect({ method, count: documents - read.from }).toEqual({ method: 'scan', count: 20_000 });
  });

  it('uses the index for the whole span if few match', () => {
    expect(planRead(span, expecting(0.001), page)).toMatchObject({ method: 'index', span });
  });

  it('uses the index for some buckets if many match, but few of the newest', () => {
    const read = planRead(span, expecting(0.2, 0.01), page);
    expect(read).toMatchObject({ method: 'buckets', span: { below: documents } });
    expect(read.span.from % bucketSize).toBe(0);
    expect(documents - read.span.from).toBeGreaterThan(120_000);
  });

  it('uses the index for some buckets if they have far fewer matches than the documents to read', () => {
    const firstPage = { missing: 11, isIndexed: true };
    const read = planRead(span, expecting(0.004), firstPage);
    expect(read).toMatchObject({ method: 'buckets', span: { below: documents } });
    expect(read.span.from % bucketSize).toBe(0);
    expect(documents - read.span.from).toBeGreaterThan(11 / 0.004);
    expect(planRead(span, expecting(0.02), firstPage).method).toBe('scan');
    expect(planRead(span, expecting(0.0001), firstPage).method).toBe('index');
  });

  it('uses the index in a small table too, if it finds all matches sooner', () => {
    const small = { ...expecting(0.01), documents: 2000 };
    expect(planRead({ from: 0, below: 2000 }, small, page).method).toBe('index');
  });

  it('reads documents in order if there is nothing to look up', () => {
    const unindexed = { ...page, isIndexed: false };
    expect(planRead(span, expecting(1, 0.0001), unindexed).method).toBe('scan');
  });

  it('stays within the span', () => {
    for (const share of [1, 0.2, 0.01, 0.001]) {
      const { span: read } = planRead({ from: 999_500, below: documents }, expecting(share), page);
      expect(read).toEqual({ from: 999_500, below: documents });
    }
  });

  it('takes more matches than are missing, because some may be hidden', () => {
    const take = (expectation: Expectation) => planRead(span, expectation, page).take;
    expect(take(expecting(0.2))).toBe(1070);
    const read = { documents: 5000, matched: 1000, visible: 250 };
    expect(take(updateExpectation(expecting(0.2), read))).toBe(4220);
  });

  it('grows the next range by a limited factor after a read without matches', () => {
    const next = updateExpectation(expecting(0.2), { documents: 1000, matched: 0, visible: 0 });
    const { span: read } = planRead({ from: 0, below: 900_000 }, next, page);
    expect(900_000 - read.from).toBe(8000);
  });
});
