import { locale } from './index.ts';

const bytesPerMegabyte = 1_000_000;
const megabytesPerGigabyte = 1000;

const getFormat = (unit: string) =>
  new Intl.NumberFormat(locale, { style: 'unit', unit, maximumFractionDigits: 1 });

const megabytes = getFormat('megabyte');
const gigabytes = getFormat('gigabyte');

/** A size such as 12.3 MB or 4.5 GB, in the language of the page. */
export function formatBytes(bytes: number): string {
  const size = bytes / bytesPerMegabyte;
  return size < megabytesPerGigabyte
    ? megabytes.format(size)
    : gigabytes.format(size / megabytesPerGigabyte);
}
