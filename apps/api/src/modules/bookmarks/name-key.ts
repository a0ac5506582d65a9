import { quotationMarks } from '@skein/contracts/text';

/**
 * The name of a folder for comparison: without case, and without quotation marks, which a search cannot
 * contain.
 */
export function toNameKey(name: string): string {
  return name
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(quotationMarks, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
}
