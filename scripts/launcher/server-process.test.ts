import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { serverArgs, serverEnv } from './server-process.mjs';

const dockerfile = readFileSync(new URL('../../Dockerfile', import.meta.url), 'utf8');

test('the image fills and uses the compile cache with the same options of Node.js', () => {
  const options = serverArgs.join(' ');
  expect(dockerfile).toContain(`node ${options} \\\n  --input-type=module`);
  expect(dockerfile).toContain(`exec node ${options} \\\n/app/apps/api/src/server/cli/main.ts`);
});

test('the image runs the server with the same options of Node.js as npm start', () => {
  const command: unknown = JSON.parse(/^CMD (\[.*\])$/m.exec(dockerfile)?.[1] ?? 'null');
  expect(command).toEqual(['node', ...serverArgs, 'apps/api/src/server/main.ts']);
  const environment = /^ENV (?:.*\\\n)*.*$/m.exec(
    dockerfile.slice(dockerfile.indexOf('FROM scratch')),
  );
  for (const [name, value] of Object.entries(serverEnv)) {
    // The image has its own folder for compiled code.
    const expected = name === 'NODE_COMPILE_CACHE' ? '/app/.compiled' : value;
    expect(environment?.[0]).toContain(`${name}=${expected}`);
  }
});
