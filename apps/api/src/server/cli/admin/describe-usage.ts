import type { Usage } from '@skein/contracts/moderation';

const megabyte = 1024 * 1024;

/** Lines of text, one section per kind. */
export function describeUsage({
  measured,
  jobs,
  queries,
}: Pick<Usage, 'measured' | 'jobs' | 'queries'>): string[] {
  return [
    ...(measured === null
      ? ['The storage has not been measured yet.']
      : [
          `Measured at ${measured.measuredAt}`,
          `database  ${toMegabytes(measured.databaseBytes)}`,
          ...measured.media.map(
            ({ kind, files, bytes }) => `${kind}  ${files} files, ${toMegabytes(bytes)}`,
          ),
          '',
          'Busiest accounts: files, threads and messages of the last day',
          ...measured.accounts.map(
            ({ username, mediaBytes, threads, messages }) =>
              `@${username}  ${toMegabytes(mediaBytes)}, ${threads}, ${messages}`,
          ),
        ]),
    '',
    'Background jobs: last run, duration, failures in a row',
    ...jobs.map(
      ({ name, ranAt, durationMs, failures, error }) =>
        `${name}  ${ranAt}  ${durationMs} ms  ${failures}${failures > 0 ? `  ${error ?? ''}` : ''}`,
    ),
    ...(queries === null
      ? []
      : [
          '',
          'Slowest queries: calls, mean, total',
          ...queries.map(
            ({ query, calls, meanMs, totalMs }) =>
              `${calls}  ${meanMs.toFixed(1)} ms  ${totalMs.toFixed(0)} ms  ${query.replaceAll(/\s+/g, ' ')}`,
          ),
        ]),
  ];
}

function toMegabytes(bytes: number): string {
  return `${(bytes / megabyte).toFixed(1)} MB`;
}
