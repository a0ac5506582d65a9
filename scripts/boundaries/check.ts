// `pnpm check:boundaries`: checks the import directions of order.ts.
import { fileURLToPath } from 'node:url';
import { readTree } from './read-tree.ts';
import { boundaryRules } from './rules.ts';

/** A lower number means that files were not read. */
const modulesMin = 150;

const { violations, unplaced, unread, modules, dependencies } = await readTree(
  fileURLToPath(new URL('../..', import.meta.url)),
);

const comments = new Map(boundaryRules.map(({ name, comment }) => [name, comment]));
for (const { rule, from, to } of violations) {
  console.error(`${from} → ${to}\n  ${rule.name}: ${comments.get(rule.name)}`);
}
for (const folder of unplaced) console.error(`${folder} is not in boundaries/order.ts`);
for (const file of unread) console.error(`not read: ${file}`);

// If dependency-cruiser cannot parse TypeScript, it finds no imports and reports no violations.
const isIncomplete = unread.length > 0 || modules < modulesMin || dependencies < modules;
if (isIncomplete)
  console.error(`Read ${dependencies} imports in ${modules} modules: too few to be correct.`);

console.log(`${modules} modules, ${dependencies} imports, ${violations.length} violations`);
process.exitCode = isIncomplete || violations.length + unplaced.length > 0 ? 1 : 0;
