/**
 * The results of `work` in the order of the items, with up to `width` of them under way at once:
 * the next ones are worked on while one is being used.
 */
export async function* mapConcurrently<Item, Result>(
  items: Iterable<Item> | AsyncIterable<Item>,
  width: number,
  work: (item: Item) => Promise<Result>,
): AsyncGenerator<Result> {
  const underWay: Promise<Result>[] = [];
  const takeNext = async (): Promise<Result> => {
    const [first] = underWay.splice(0, 1);
    if (first === undefined) throw new Error('Nothing is under way.');
    return first;
  };
  for await (const item of items) {
    const result = work(item);
    // It is looked at in its turn: until then its failure is nobody's surprise.
    result.catch(() => undefined);
    underWay.push(result);
    if (underWay.length >= width) yield takeNext();
  }
  while (underWay.length > 0) yield takeNext();
}
