// `pnpm check:boundaries`: imports run only in the directions of order.ts.
import { fileURLToPath } from 'node:url';
import { readTree } from './read-tree.ts';
import { boundaryRules } from './rules.ts';

/** The foundations alone have more. */
const fewestModules = 150;

const { violations, unplaced, unread, modules, dependencies } = await readTree(
  fileURLToPath(new URL('../..', import.meta.url)),
);

const comments = new Map(boundaryRules.map(({ name, comment }) => [name, comment]));
for (const { rule, from, to } of violations) {
  console.error(`${from} → ${to}\n  ${rule.name}: ${comments.get(rule.name)}`);
}
for (const folder of unplaced) console.error(`${folder} has no place in boundaries/order.ts`);
for (const file of unread) console.error(`not read: ${file}`);

// A reader that understands no TypeScript finds no imports, and then nothing to complain about.
const blind = unread.length > 0 || modules < fewestModules || dependencies < modules;
if (blind) console.error(`Read ${dependencies} imports in ${modules} modules: too few to be true.`);

console.log(`${modules} modules, ${dependencies} imports, ${violations.length} violations`);
process.exitCode = blind || violations.length + unplaced.length > 0 ? 1 : 0;
