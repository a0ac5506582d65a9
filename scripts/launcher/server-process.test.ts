import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { serverEnv } from './server-process.mjs';

const dockerfile = readFileSync(new URL('../../Dockerfile', import.meta.url), 'utf8');

test('the image runs the server with the same environment variables as npm start', () => {
  const environment = /^ENV (?:.*\\\n)*.*$/m.exec(
    dockerfile.slice(dockerfile.indexOf('FROM scratch')),
  );
  for (const [name, value] of Object.entries(serverEnv)) {
    // The image has its own folder for compiled code.
    const expected = name === 'NODE_COMPILE_CACHE' ? '/app/.compiled' : value;
    expect(environment?.[0]).toContain(`${name}=${expected}`);
  }
});
