// pnpm bench:web: measures the waiting times of the web app in a real browser. README.md describes it.
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { startEmbeddedPostgres } from '@skein/db/embedded';
import { openRunDirectory } from '@skein/db/testing';
import { startApi } from '../api/servers.ts';
import { createContent } from './content.ts';
import { measureLighthouse } from './lighthouse.ts';
import { measureFirstPaint, measureLike, measureScreens, measureScrolling } from './visits.ts';

const budgets = {
  lighthouse: { performance: 95, accessibility: 100, 'best-practices': 100 },
  lcpMs: 2000,
  cls: 0,
  longestTaskMs: 50,
  elements: 3000,
  likeToPaintMs: 50,
};

const cardsCount = Number(process.env['CARDS'] ?? 5000);
const site = path.join(import.meta.dirname, '../../apps/web/dist/index.html');
if (!existsSync(site)) throw new Error('Build the web app first: npx pnpm build');

await using stack = new AsyncDisposableStack();
const { directory: dataDirectory } = stack.use(openRunDirectory());
const database = stack.adopt(
  await startEmbeddedPostgres({ dataDir: dataDirectory, log: () => undefined }),
  (server) => server.stop(),
);
const { origin } = stack.adopt(await startApi(database.url, dataDirectory), (api) => api.stop());

log(`Publishing ${cardsCount} threads`);
const content = await createContent(origin, cardsCount);

log('Lighthouse, mobile profile');
const lighthouse = [
  await measureLighthouse(origin, '/login', null),
  await measureLighthouse(origin, '/feed', content.reader),
];
log('First visit of a slow phone');
const firstPaint = [
  await measureFirstPaint(origin, '/login', null),
  await measureFirstPaint(origin, '/feed', content.reader),
];
log('Layout shift of every screen');
const screens = await measureScreens(origin, content);
log(`Scrolling ${cardsCount} cards`);
const scrolling = await measureScrolling(origin, content.reader);
log('From a click on Like to its paint');
const like = await measureLike(origin, content.reader);

const missed = [
  ...lighthouse.flatMap(({ path: screen, scores }) =>
    Object.entries(budgets.lighthouse)
      .filter(([category, min]) => (scores[category] ?? 0) < min)
      .map(([category]) => `${screen}: ${category} ${scores[category]}`),
  ),
  ...firstPaint
    .filter(({ lcpMs }) => !(lcpMs <= budgets.lcpMs))
    .map(({ path: screen, lcpMs }) => `${screen}: LCP ${lcpMs} ms`),
  ...screens
    .filter(({ cls }) => cls > budgets.cls)
    .map(({ path: screen, width, cls }) => `${screen} at ${width} px: CLS ${cls}`),
  ...(scrolling.longestTaskMs > budgets.longestTaskMs
    ? [`scrolling: longest task ${scrolling.longestTaskMs} ms`]
    : []),
  ...(scrolling.elements > budgets.elements ? [`scrolling: ${scrolling.elements} elements`] : []),
  ...(like.medianMs > budgets.likeToPaintMs ? [`like to paint: ${like.medianMs} ms`] : []),
];
console.table(lighthouse.map(({ path: screen, scores }) => ({ screen, ...scores })));
console.table(firstPaint);
console.table(screens.filter(({ cls }) => cls > budgets.cls));
console.table([{ ...scrolling, likeToPaintMs: like.medianMs }]);

const results = path.join(import.meta.dirname, '../results');
mkdirSync(results, { recursive: true });
const file = path.join(results, `${new Date().toISOString().slice(0, 10)}-web.json`);
const document = { cardsCount, budgets, lighthouse, firstPaint, screens, scrolling, like, missed };
writeFileSync(file, `${JSON.stringify(document, null, 2)}\n`);
log(`Written to ${path.relative(process.cwd(), file)}`);
for (const budget of missed) console.log(`Missed: ${budget}`);
process.exitCode = missed.length > 0 ? 1 : 0;

function log(line: string): void {
  console.log(`${new Date().toISOString().slice(11, 19)} ${line}`);
}
