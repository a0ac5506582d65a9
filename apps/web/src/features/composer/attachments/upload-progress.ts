/**
 * The uploaded fraction of each file, from 0 to 1. One request sends the files one after the
 * other; `progress` is the uploaded fraction of the request.
 */
export function uploadProgressByFile(sizes: readonly number[], progress: number): number[] {
  let remaining = sizes.reduce((sum, size) => sum + size, 0) * progress;
  return sizes.map((size) => {
    const sent = Math.min(size, remaining);
    remaining -= sent;
    return size === 0 ? 1 : sent / size;
  });
}
