/** A range of positions: `from` is inclusive, `below` exclusive. */
export interface Span {
  from: number;
  below: number;
}

/** How to read the matches of a span. */
export interface Read {
  /**
   * `scan` reads the documents in order, `index` looks up all matches, and `buckets` those of the
   * buckets of the span.
   */
  method: 'scan' | 'index' | 'buckets';
  span: Span;
  /** The number of the newest matches to read. The viewer may see only some of them. */
  take: number;
}

/** What is known about the matches before a read. */
export interface Expectation {
  /** The number of all documents. */
  documents: number;
  /** The share of all documents that match, at most 1. */
  share: number;
  /** The share of the documents read last, which are the nearest. */
  recentShare: number;
  /** The share of the matches read last that the viewer may see. */
  visibleShare: number;
  /** The number of documents to read at most. */
  documentsMax: number;
}

// Reading a document in order costs about a quarter of reading one that the index found.
const scanAdvantage = 4;
// Reading this many documents in order takes up to ten milliseconds.
const scannedMax = 20_000;
// Reading in order stops at the last match to take, so that a longer span rarely costs time. It often
// avoids a second read, because the newest documents differ from the others.
const scanMargin = 2;
// With more matches, the index reads ranges of buckets instead of all of them.
export const fetchedMax = 5000;
// Buckets also cost less if they have fewer matches than this part of the documents and of all matches.
const bucketsAdvantage = 8;
// Looking up buckets costs about as much as this many matches.
const bucketsOverhead = 30;
// Beyond this number, bucket lexemes cost more than reading all matches.
const bucketLexemesMax = 256;
// The density of the first matches allows only a limited extrapolation.
const growthMax = 8;

/** The number of positions that share a bucket, which is the lexeme `in:N`. Also in the migrations. */
export const bucketSize = 8192;

/**
 * Plans how to find the next matches of a span, from its end. If many documents match, the newest ones
 * are found soonest by reading the documents in order. If few match, the index finds them; it cannot
 * return the newest of many matches without reading all of them, or all of some buckets. Lists of the viewer are
 * read as a whole.
 */
export function planRead(
  { from, below }: Span,
  { documents, share, recentShare, visibleShare, documentsMax }: Expectation,
  {
    missing,
    isIndexed,
    isInLists = false,
  }: { missing: number; isIndexed: boolean; isInLists?: boolean },
): Read {
  const matches = missing / visibleShare;
  const longest = Math.min(documentsMax, below - from);
  const wanted = Math.min(Math.ceil((matches / recentShare) * 1.3), longest);
  const fetched = share * documents;
  // The viewer may not see some of them.
  const take = Math.ceil(matches * 1.05) + 20;
  if (isInLists) return { method: 'index', span: { from, below }, take };
  const start = Math.floor((below - wanted) / bucketSize) * bucketSize;
  const buckets = Math.ceil((below - start) / bucketSize);
  const inBuckets = {
    method: 'buckets',
    span: { from: Math.max(from, start), below },
    take,
  } as const;
  const fetchedInBuckets = share * buckets * bucketSize + bucketsOverhead;
  const areFewInBuckets = Math.min(wanted, fetched) > bucketsAdvantage * fetchedInBuckets;
  if (isIndexed && buckets <= bucketLexemesMax && areFewInBuckets) return inBuckets;
  if (!isIndexed || wanted <= Math.min(scannedMax, scanAdvantage * fetched)) {
    const scanned = Math.min(wanted * scanMargin, Math.max(wanted, scannedMax), longest);
    return { method: 'scan', span: { from: below - scanned, below }, take };
  }
  if (fetched <= fetchedMax || buckets > bucketLexemesMax) {
    return { method: 'index', span: { from, below }, take };
  }
  return inBuckets;
}

/** What to expect after a read of these documents, some of which matched. */
export function updateExpectation(
  expectation: Expectation,
  { documents, matched, visible }: { documents: number; matched: number; visible: number },
): Expectation {
  return {
    ...expectation,
    recentShare: Math.max(matched, 0.5) / documents,
    visibleShare: matched === 0 ? 1 : Math.max(visible / matched, 1 / growthMax),
    documentsMax: documents * growthMax,
  };
}
