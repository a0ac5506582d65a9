// pnpm --filter @skein/bench bench:growth SMALL.json LARGE.json ...: compares results of different sizes.
import { readFileSync } from 'node:fs';
import { formatMs, formatTable } from './table.ts';

interface ResultsFile {
  parameters: { threads: number };
  results: { name: string; requestsPerSecond: number; postgresMs: number | null }[];
}

/** How much slower a case may be with 1,000,000 threads than with 20,000. */
const growthMax = 1.3;

const files = process.argv
  .slice(2)
  .map((file) => JSON.parse(readFileSync(file, 'utf8')) as ResultsFile);
const [smallest] = files;
if (smallest === undefined || files.length < 2) {
  console.error('Usage: pnpm --filter @skein/bench bench:growth SMALL.json LARGE.json ...');
  process.exit(1);
}

const header = [
  'case',
  ...files.map(({ parameters }) => `${parameters.threads} req/s (PG ms)`),
  'times slower',
  `at most ${growthMax}`,
];
const lines = smallest.results.flatMap(({ name, requestsPerSecond }) => {
  const found = files.map(({ results }) => results.find((result) => result.name === name));
  const last = found.at(-1);
  if (last === undefined) return [];
  const slowdown = requestsPerSecond / last.requestsPerSecond;
  return [
    [
      name,
      ...found.map((result) =>
        result === undefined
          ? '-'
          : `${result.requestsPerSecond.toFixed(0)} (${formatMs(result.postgresMs)})`,
      ),
      slowdown.toFixed(2),
      slowdown > growthMax ? 'slower' : 'yes',
    ],
  ];
});
console.log(formatTable([header, ...lines]));
