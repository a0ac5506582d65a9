import { sumMs, type ExecutedStatement, type PlanNode } from './plan-log.ts';

/** Result of the repetitions of a request. */
export interface Page {
  size: number;
  depth: number;
  /** Statements sent by every repetition; excludes those of background jobs. */
  statements: StatementSummary[];
  /** Sum of the statements' execution times, the median of the repetitions. */
  ms: number;
  /** Blocks of 8 kB that the statements read, the median of the repetitions. */
  blocks: number;
}

export interface StatementSummary {
  text: string;
  ms: number;
  indexes: string[];
  seqScans: string[];
  /** Maximum number of rows sorted by one node. */
  sortedRows: number;
}

const textLength = 200;
const extraRows = 10;
const statementsMax = 6;
/** Pages with quoted threads need one more statement. */
const optionalStatements = 1;

export function summarize(
  { size, depth }: { size: number; depth: number },
  repetitions: readonly ExecutedStatement[][],
): Page {
  const [first = [], ...others] = repetitions;
  const isInAll = ({ text }: ExecutedStatement) =>
    others.every((statements) => statements.some((other) => other.text === text));
  const common = new Set(first.filter(isInAll).map(({ text }) => text));
  const ofRepetitions = repetitions.map((statements) =>
    statements.filter(({ text }) => common.has(text)),
  );
  const last = ofRepetitions.at(-1) ?? [];
  return {
    size,
    depth,
    statements: last.map(({ text, plan }) => ({
      text: text.replaceAll(/\s+/g, ' ').trim().slice(0, textLength),
      ms: median(ofRepetitions.map((all) => sumMs(all.filter((other) => other.text === text)))),
      ...describePlan(plan),
    })),
    ms: median(ofRepetitions.map(sumMs)),
    blocks: median(ofRepetitions.map(sumBlocks)),
  };
}

const sumBlocks = (statements: readonly ExecutedStatement[]): number =>
  statements.reduce(
    (sum, { plan }) => sum + (plan['Shared Hit Blocks'] ?? 0) + (plan['Shared Read Blocks'] ?? 0),
    0,
  );

const excessMax = 1.1;
/** Another level of an index adds a few blocks to small pages. */
const extraBlocks = 10;

/** Faults of pages that read more than before by the rule of the README. */
export function findExcess(before: readonly Page[], after: readonly Page[]): string[] {
  return after.flatMap(({ size, depth, blocks }, index) => {
    const earlier = before[index]?.blocks ?? 0;
    if (blocks <= Math.max(earlier * excessMax, earlier + extraBlocks)) return [];
    return [`page of ${size} at ${depth}: ${blocks} blocks instead of ${earlier}`];
  });
}

interface Bounds {
  largeTables: ReadonlySet<string>;
  /** Default: the size of a page. */
  sortsUpTo: number | undefined;
}

/** Faults of the pages of one list by the rules of the README. */
export function findFaults(pages: readonly Page[], { largeTables, sortsUpTo }: Bounds): string[] {
  const counts = pages.map(({ statements }) => statements.length);
  const [min, max] = [Math.min(...counts), Math.max(...counts)];
  const faults: string[] = [];
  if (min === 0) faults.push('no statement was logged');
  if (max > statementsMax || max - min > optionalStatements) {
    faults.push(`${min} to ${max} statements per page`);
  }
  for (const { size, depth, statements } of pages) {
    for (const { seqScans, sortedRows, text } of statements) {
      const where = `at depth ${depth}, size ${size}: ${text.slice(0, 80)}`;
      const read = seqScans.filter((table) => largeTables.has(table));
      if (read.length > 0) faults.push(`scans all of ${read.join(', ')} ${where}`);
      if (sortedRows > (sortsUpTo ?? size + extraRows)) {
        faults.push(`sorts ${sortedRows} rows ${where}`);
      }
    }
  }
  return faults;
}

function describePlan(plan: PlanNode): Omit<StatementSummary, 'text' | 'ms'> {
  const nodes = flatten(plan);
  const sorted = nodes
    .filter((node) => node['Node Type'] === 'Sort')
    .flatMap(({ Plans = [] }) => Plans.map((input) => input['Actual Rows'] ?? 0));
  return {
    indexes: listDistinct(nodes.map((node) => node['Index Name'])),
    seqScans: listDistinct(
      nodes.filter((node) => node['Node Type'] === 'Seq Scan').map((node) => node['Relation Name']),
    ),
    sortedRows: Math.max(0, ...sorted),
  };
}

function flatten(node: PlanNode): PlanNode[] {
  return [node, ...(node.Plans ?? []).flatMap(flatten)];
}

function listDistinct(names: readonly (string | undefined)[]): string[] {
  return [...new Set(names.filter((name) => name !== undefined))].toSorted();
}

export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}
