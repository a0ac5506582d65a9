import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const instance = path.join(import.meta.dirname, '../../src/server/start-instance.ts');

/** Prints the addresses of all modules that the server loads before its start. */
const script = `
  import { registerHooks } from 'node:module';
  const urls = [];
  registerHooks({
    load(url, context, nextLoad) {
      urls.push(url);
      return nextLoad(url, context);
    },
  });
  await import(process.argv[1]);
  process.stdout.write(urls.join('\\n'));
  process.exit();
`;

/** Most instances need them never, or long after the start. */
const onDemand = [
  'src/modules/federation/federation.module.ts',
  'src/demo/',
  'src/server/tracing/',
  'node_modules/@aws-sdk/',
  'node_modules/@fedify/',
  'node_modules/@redis/',
  'node_modules/csv-parse/',
  'node_modules/csv-stringify/',
  'node_modules/htmlparser2/',
  'node_modules/marked/',
  'node_modules/nodemailer/',
  'node_modules/openid-client/',
  'node_modules/sharp/',
  'node_modules/web-push/',
  'node_modules/zod-openapi/',
];

it('loads no modules of features that are off or rarely used', async () => {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--input-type=module', '--eval', script, instance],
    { maxBuffer: 1024 ** 2 },
  );
  const urls = stdout.split('\n');
  expect(urls).toContainEqual(expect.stringContaining('node_modules/express/'));
  expect(urls.filter((url) => onDemand.some((part) => url.includes(part)))).toEqual([]);
});
