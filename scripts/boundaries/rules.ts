import type { IRegularForbiddenRuleType } from 'dependency-cruiser';
import { orderedFolders, packageUses } from './order.ts';
import type { OrderedFolder } from './order.ts';

const api = '^apps/api/src/';
const modules = `${api}modules/`;
const moduleIndex = `${modules}[^/]+/index\\.ts$`;
const test = String.raw`\.test\.tsx?$|^[^.]*/(test|testing)/`;
const database = '^prisma/';
const persistence = String.raw`\.(repository|queries|hydrator)\.ts$`;

/** The import directions of docs/architecture.md as rules for dependency-cruiser. */
export const boundaryRules: IRegularForbiddenRuleType[] = [
  ...packageRules(),
  ...orderedFolders.flatMap(orderRules),
  forbid(
    'api-module-index',
    'Import a module through its index.ts.',
    { path: `${modules}([^/]+)/`, pathNot: test },
    { path: `${modules}[^/]+/`, pathNot: [`${modules}$1/`, moduleIndex] },
  ),
  forbid(
    'api-module-index',
    'Import a module through its index.ts.',
    { path: api, pathNot: [test, modules] },
    { path: modules, pathNot: moduleIndex },
  ),
  forbid(
    'express-only-in-http',
    'Only http/, server/ and *.routes.ts use Express.',
    { path: api, pathNot: [test, `${api}(http|server)/`, '\\.routes\\.ts$'] },
    { path: '(^|/)node_modules/(@types/)?(express|multer)/' },
  ),
  forbid(
    'http-only-in-routes',
    'In modules, only *.routes.ts import http/. What use cases share with it is in platform/.',
    { path: modules, pathNot: [test, '\\.routes\\.ts$'] },
    { path: `${api}http/` },
  ),
  forbid(
    'database-in-persistence',
    'Only repositories, queries, hydrators, server/ and cli/ use the database; others may import its types.',
    { path: api, pathNot: [test, persistence, `${api}(server|cli)/`] },
    { path: database, dependencyTypesNot: ['type-only'] },
  ),
  forbid(
    'no-io-in-policies-and-serializers',
    'Policies and serializers do no I/O.',
    { path: `${api}.*\\.(policy|serializer)\\.ts$` },
    {
      path: [
        persistence,
        database,
        '\\.routes\\.ts$',
        `${api}(http|platform/events)/`,
        '^(node:)?(fs|net|http)',
      ],
      dependencyTypesNot: ['type-only'],
    },
  ),
  forbid(
    'no-tests-in-product',
    'Product code does not import tests.',
    { path: '^(apps|packages)/[^/]+/src/', pathNot: test },
    { path: test },
  ),
  forbid(
    'no-circular',
    'Import cycles are not allowed, including type imports.',
    {},
    { circular: true },
  ),
];

function forbid(
  name: string,
  comment: string,
  from: IRegularForbiddenRuleType['from'],
  to: IRegularForbiddenRuleType['to'],
): IRegularForbiddenRuleType {
  return { name, comment, severity: 'error', from, to };
}

function packageRules(): IRegularForbiddenRuleType[] {
  const all = Object.keys(packageUses);
  return Object.entries(packageUses).map(([name, uses]) =>
    forbid(
      `uses-of-${name}`,
      `${name} may import these workspace packages: ${uses.join(', ') || 'none'}.`,
      { path: `^${name}/` },
      {
        path: `^(${all.filter((other) => other !== name && !isIn(uses, other)).join('|')})/`,
      },
    ),
  );
}

/** A part must not import later parts. */
function orderRules({ name, base, parts }: OrderedFolder): IRegularForbiddenRuleType[] {
  const matchAny = (some: readonly string[]) => `^${base}(${some.join('|')})(/|\\.tsx?$)`;
  return parts
    .slice(0, -1)
    .map((part, index) =>
      forbid(
        name,
        `The order is ${parts.join(', ')}.`,
        { path: matchAny([part]), pathNot: test },
        { path: matchAny(parts.slice(index + 1)) },
      ),
    );
}

function isIn(list: readonly string[], item: string): boolean {
  return list.includes(item);
}
