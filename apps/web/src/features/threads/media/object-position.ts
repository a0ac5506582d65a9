import type { Focus } from '@skein/contracts/media';

/** The position of the focus in percent of the picture, from its top left corner. */
export function toObjectPosition({ x, y }: Focus): string {
  return `${(50 * (1 + x)).toFixed(1)}% ${(50 * (1 - y)).toFixed(1)}%`;
}
