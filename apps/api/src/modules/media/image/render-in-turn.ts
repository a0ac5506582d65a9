import { createFairQueue } from '../fair-queue.ts';
import { costOf } from './image-cost.ts';
import type { ImageFacts } from './inspect-image.ts';
import type { RenderedImage, RenderPlan } from './render-image.ts';
import { renderInChild } from './render-in-child.ts';

/** Covers photos of 12 megapixels in all formats but AVIF, which takes four times as much. */
const inProcessMaxBytes = 100_000_000;

/** Two photos of 12 megapixels, which take about a second; an animation may have four times as much. */
const shortMaxCost = 24_000_000;

type Render = (path: string, plan: RenderPlan) => Promise<RenderedImage>;

interface Renderers {
  inProcess: Render;
  inChild: Render;
}

export interface RenderJob {
  /** Who waits for it. */
  userId: string;
  path: string;
  facts: ImageFacts;
  plan: RenderPlan;
}

/**
 * Renders at most two pictures at once, in turn for all users. Of those that take long, or a lot of
 * memory, it is one at once; the latter go to a process of their own.
 */
export function takeTurns({ inProcess, inChild }: Renderers) {
  const queue = createFairQueue({ slots: 2, largeSlots: 1 });
  return ({ userId, path, facts, plan }: RenderJob): Promise<RenderedImage> => {
    const cost = costOf(facts, plan);
    const isBulky = facts.decodeBytes > inProcessMaxBytes;
    const render = isBulky ? inChild : inProcess;
    return queue.run({ userId, cost, isLarge: isBulky || cost > shortMaxCost }, () =>
      render(path, plan),
    );
  };
}

/** `renderImage`, in turn with all other pictures of this process. */
export const renderInTurn = takeTurns({
  // Loaded with the first picture, as in `checkUpload`.
  inProcess: async (path, plan) => {
    const { renderImage } = await import('./render-image.ts');
    return renderImage(path, plan);
  },
  inChild: renderInChild,
});
