/**
 * How much of each file has gone out, from 0 to 1, when `progress` of the whole has: they
 * travel in one request, one behind the other.
 */
export function uploadShares(sizes: readonly number[], progress: number): number[] {
  let left = sizes.reduce((sum, size) => sum + size, 0) * progress;
  return sizes.map((size) => {
    const sent = Math.min(size, left);
    left -= sent;
    return size === 0 ? 1 : sent / size;
  });
}
