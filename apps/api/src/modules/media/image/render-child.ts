import { renderImage } from './render-image.ts';
import type { RenderAnswer, RenderOrder } from './render-in-child.ts';

// Runs as a process of its own: takes one order, gives one answer, ends.
process.once('message', (order: RenderOrder) => {
  void answer(order).then((result) => process.send?.(result, () => process.disconnect()));
});
// The server is gone: nobody waits for the answer.
process.once('disconnect', () => process.exit());

async function answer(order: RenderOrder): Promise<RenderAnswer> {
  try {
    return { image: await renderImage(order.path, order.plan) };
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error) };
  }
}
