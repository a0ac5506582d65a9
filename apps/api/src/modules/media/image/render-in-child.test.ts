import { expect, test, vi } from 'vitest';
import { UnavailableError } from '../../../platform/errors.ts';
import { renderInChild } from './render-in-child.ts';

const plan = { isAnimated: false, sideMaxPx: 100, variantWidths: [] };

test('rejects once with UnavailableError when the process cannot be started', async () => {
  const uncaught = vi.fn<(error: unknown) => void>();
  process.on('uncaughtException', uncaught);
  const { execPath } = process;
  process.execPath = '/nowhere/node';
  try {
    await expect(renderInChild('/nowhere/picture', plan)).rejects.toThrow(UnavailableError);
    await new Promise((resolve) => {
      setImmediate(resolve);
    });
    expect(uncaught).not.toHaveBeenCalled();
  } finally {
    process.execPath = execPath;
    process.off('uncaughtException', uncaught);
  }
});
