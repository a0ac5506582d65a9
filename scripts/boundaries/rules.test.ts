import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readTree, type TreeReport } from './read-tree.ts';

const getValue = (path: string) => `import { value } from '${path}';\nexport const copy = value;\n`;
const getType = (path: string) =>
  `import type { Value } from '${path}';\nexport const copy: Value = 1;\n`;

/** Each file violates exactly the given rule, or none. */
const tree: [path: string, text: string, rule: string | null][] = [
  [
    'packages/contracts/src/limits.ts',
    getValue('../../../prisma/client.ts'),
    'uses-of-packages/contracts',
  ],
  ['prisma/client.ts', 'export const value = 1;\nexport type Value = number;\n', null],
  ['apps/web/src/lib/api.ts', getValue('../../../api/src/platform/ids.ts'), 'uses-of-apps/web'],
  ['apps/web/src/lib/keys.tsx', getValue('../pages/home/home.tsx'), 'web-layers'],
  ['apps/web/src/pages/home/home.tsx', getValue('../../features/feed/list.tsx'), null],
  ['apps/web/src/features/feed/list.tsx', 'export const value = 1;\n', null],
  ['apps/web/src/features/threads/card.tsx', getValue('../feed/list.tsx'), 'web-features'],
  ['apps/web/src/features/misc/odd.tsx', getValue('../../lib/api.ts'), null],
  ['apps/api/src/platform/ids.ts', 'export const value = 1;\n', null],
  ['apps/api/src/platform/late.ts', getValue('../http/server.ts'), 'api-layers'],
  [
    'apps/api/src/platform/db.ts',
    getValue('../../../../prisma/client.ts'),
    'database-in-persistence',
  ],
  ['apps/api/src/platform/row.ts', getType('../../../../prisma/client.ts'), null],
  ['apps/api/src/http/server.ts', getValue('express'), null],
  ['apps/api/src/platform/events/bus.ts', getValue('express'), 'express-only-in-http'],
  ['apps/api/src/helpers/x.ts', getValue('../platform/ids.ts'), null],
  ['apps/api/src/modules/users/index.ts', getValue('./users.queries.ts'), null],
  [
    'apps/api/src/modules/users/users.queries.ts',
    getValue('../../../../../prisma/client.ts'),
    null,
  ],
  [
    'apps/api/src/modules/users/users.policy.ts',
    getValue('./users.queries.ts'),
    'no-io-in-policies-and-serializers',
  ],
  ['apps/api/src/modules/users/early.ts', getValue('../feed/index.ts'), 'api-modules'],
  ['apps/api/src/modules/feed/index.ts', getValue('../users/index.ts'), null],
  ['apps/api/src/modules/feed/feed.routes.ts', getValue('../../http/server.ts'), null],
  [
    'apps/api/src/modules/feed/read-feed.ts',
    getType('../../http/server.ts'),
    'http-only-in-routes',
  ],
  ['apps/api/src/modules/feed/sly.ts', getValue('../users/users.queries.ts'), 'api-module-index'],
  [
    'apps/api/src/server/composition-root.ts',
    getValue('../modules/users/users.queries.ts'),
    'api-module-index',
  ],
  ['apps/api/src/platform/round.ts', getValue('./trip.ts'), 'no-circular'],
  // A cycle is reported once.
  ['apps/api/src/platform/trip.ts', getValue('./round.ts'), null],
  ['apps/api/src/platform/ids.test.ts', getValue('../modules/users/users.queries.ts'), null],
  ['apps/api/src/platform/tested.ts', getValue('./ids.test.ts'), 'no-tests-in-product'],
];

let rootDir: string;
let report: TreeReport;

beforeAll(async () => {
  rootDir = mkdtempSync(join(tmpdir(), 'skein-boundaries-'));
  const express: (typeof tree)[number] = [
    'node_modules/express/index.js',
    'export const value = 1;\n',
    null,
  ];
  for (const [path, text] of [...tree, express]) {
    mkdirSync(dirname(join(rootDir, path)), { recursive: true });
    writeFileSync(join(rootDir, path), text);
  }
  report = await readTree(rootDir);
});

afterAll(() => rmSync(rootDir, { recursive: true }));

it.each(tree)('reports the expected violation of %s', (path, _, rule) => {
  const violations = report.violations.filter(({ from }) => from === path);
  expect(violations.map((violation) => violation.rule.name)).toEqual(rule === null ? [] : [rule]);
});

it('reports folders that are missing in the order', () => {
  expect(report.unplaced).toEqual(['apps/api/src/helpers', 'apps/web/src/features/misc']);
});

it('reads every file and every import', () => {
  expect(report).toMatchObject({ unread: [], modules: tree.length });
  expect(report.dependencies).toBe(tree.filter(([, text]) => text.includes('import')).length);
});
