import { expect, it } from 'vitest';
import { runOperation } from './run-operation.ts';

it.each([
  [['backup', '--help'], 'Usage: skein backup <file>'],
  [['restore', '-h'], 'Usage: skein restore <file>'],
  [['admin', '--help'], 'Usage: skein admin <command>'],
  [[], 'Usage: skein backup|restore|admin …; each knows --help.'],
])('explains %j', async (args, usage) => {
  const { code, output, errors } = await runOperation(args, {});
  expect({ code, usage: output.split('\n')[0], errors }).toEqual({ code: 0, usage, errors: '' });
});

it.each([
  [['backup'], 'Usage: skein backup <file>'],
  [['restore', 'a', 'b'], 'Usage: skein restore <file>'],
  [
    ['bakcup'],
    'There is no command bakcup. Usage: skein backup|restore|admin …; each knows --help.',
  ],
])('refuses %j in one line', async (args, errors) => {
  expect(await runOperation(args, {})).toEqual({ code: 1, output: '', errors });
});

it('names itself as npm called it', async () => {
  const { output } = await runOperation(['backup', '--help'], { npm_lifecycle_event: 'backup' });
  expect(output).toMatch(/^Usage: npm run backup -- <file>\n/);
});
