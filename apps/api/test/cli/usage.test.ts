import { expect, it } from 'vitest';
import { runOperation } from './run-operation.ts';

it.each([
  [['backup', '--help'], 'Usage: skein backup <file>'],
  [['restore', '-h'], 'Usage: skein restore <file>'],
  [['admin', '--help'], 'Usage: skein admin <command>'],
  [['migrate', '--help'], 'Usage: skein migrate'],
  [[], 'Usage: skein backup|restore|admin|migrate …; see <operation> --help.'],
])('prints the usage for %j', async (args, usage) => {
  const { code, output, errors } = await runOperation(args, {});
  expect({ code, usage: output.split('\n')[0], errors }).toEqual({ code: 0, usage, errors: '' });
});

it.each([
  [['backup'], 'Usage: skein backup <file>'],
  [['restore', 'a', 'b'], 'Usage: skein restore <file>'],
  [['migrate', 'up'], 'Usage: skein migrate'],
  [
    ['bakcup'],
    'Unknown command bakcup. Usage: skein backup|restore|admin|migrate …; see <operation> --help.',
  ],
])('rejects %j with one line', async (args, errors) => {
  expect(await runOperation(args, {})).toEqual({ code: 1, output: '', errors });
});

it('names the npm script in its usage when npm runs it', async () => {
  const { output } = await runOperation(['backup', '--help'], { npm_lifecycle_event: 'backup' });
  expect(output).toMatch(/^Usage: npm run backup -- <file>\n/);
});
