import { parseArgs } from 'node:util';
import { caseNames } from './cases/index.ts';

export interface BenchOptions {
  users: number;
  threads: number;
  seed: number;
  connections: number;
  seconds: number;
  rounds: number;
  /** Names of the cases to run, in default order. */
  only: string[];
  /** Commit to compare with. */
  against: string | undefined;
  /** Measures the statements alone and Express alone as well, to find out where time is spent. */
  explain: boolean;
  /** Threads of other servers to add for bench:plans. */
  remote: number;
  /** Name of the results file. Default: the commit and the size. */
  name: string | undefined;
  /** Directory of the seeded database. Default: bench/.data. */
  dataDirectory: string | undefined;
}

export const usage = `Usage: pnpm bench [options]
  --users N         users in the database (10000)
  --threads N       threads in the database (1000000)
  --seed N          random seed of the data (1)
  --only A,B        cases: ${caseNames.join(', ')}
  --seconds N       length of one measurement (5)
  --rounds N        measurements of each case, the median counts (3)
  --connections N   concurrent connections (16)
  --against COMMIT  compare with another commit, in alternating rounds
  --explain         without --against: also measure the statements and Express alone
  --name NAME       of the results file (commit and number of threads)
BENCH_DATA_DIR names the folder of the seeded database (bench/.data).`;

/** @throws Error with a message for the user */
export function readOptions(
  args: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
): BenchOptions {
  const { values } = parseArgs({
    // pnpm and turbo pass the separator.
    args: args.filter((argument) => argument !== '--'),
    options: {
      users: { type: 'string', default: '10000' },
      threads: { type: 'string', default: '1000000' },
      seed: { type: 'string', default: '1' },
      only: { type: 'string' },
      seconds: { type: 'string', default: '5' },
      rounds: { type: 'string', default: '3' },
      connections: { type: 'string', default: '16' },
      against: { type: 'string' },
      explain: { type: 'boolean', default: false },
      name: { type: 'string' },
      remote: { type: 'string' },
    },
  });
  return {
    users: toCount('users', values.users),
    threads: toCount('threads', values.threads),
    seed: toCount('seed', values.seed),
    connections: toCount('connections', values.connections),
    seconds: toCount('seconds', values.seconds),
    rounds: toCount('rounds', values.rounds),
    only: values.only === undefined ? [...caseNames] : toCaseNames(values.only),
    against: values.against,
    explain: values.explain,
    remote: values.remote === undefined ? 0 : toCount('remote', values.remote),
    name: values.name,
    dataDirectory: environment['BENCH_DATA_DIR'],
  };
}

function toCount(name: string, value: string): number {
  const count = Number(value);
  if (Number.isSafeInteger(count) && count > 0) return count;
  throw new Error(`--${name} requires a whole number above 0.`);
}

function toCaseNames(list: string): string[] {
  const wanted = new Set(list.split(','));
  const known = caseNames.filter((name) => wanted.delete(name));
  if (wanted.size === 0) return known;
  throw new Error(`Unknown case ${[...wanted].join(', ')}. Cases: ${caseNames.join(', ')}.`);
}
