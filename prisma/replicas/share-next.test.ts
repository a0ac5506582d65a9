import { expect, it } from 'vitest';
import { shareNext } from './share-next.ts';

it('calls during a run share the next run, also after an error', async () => {
  const runs: PromiseWithResolvers<string>[] = [];
  const share = shareNext(() => {
    const run = Promise.withResolvers<string>();
    runs.push(run);
    return run.promise;
  });
  const first = share();
  await Promise.resolve();
  const [second, third] = [share(), share()];
  expect(runs).toHaveLength(1);
  runs[0]?.reject(new Error('disconnected'));
  await expect(first).rejects.toThrow('disconnected');
  expect(runs).toHaveLength(2);
  runs[1]?.resolve('position');
  expect(await Promise.all([second, third])).toEqual(['position', 'position']);
});
