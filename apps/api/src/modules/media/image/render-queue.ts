import { createFairQueue } from '../../../platform/fair-queue.ts';
import { getCost, estimateMemory } from './image-cost.ts';
import type { ImageFacts } from './inspect-image.ts';
import type { RenderedImage, RenderPlan } from './render-image.ts';
import { renderInChild } from './render-in-child.ts';

/** Enough for photos of 12 megapixels in all formats but AVIF, which needs four times as much. */
const inProcessMaxBytes = 150_000_000;

/**
 * Two photos of 12 megapixels, which take about a second; an animation may cost four times as much.
 */
const shortMaxCost = 24_000_000;

type Render = (path: string, plan: RenderPlan) => Promise<RenderedImage>;

interface Renderers {
  inProcess: Render;
  inChild: Render;
}

export interface RenderJob {
  /** The user who waits for the result. */
  userId: string;
  path: string;
  facts: ImageFacts;
  plan: RenderPlan;
}

/**
 * Renders at most two images at once, shared fairly between users, and at most one that takes long
 * or needs much memory. The latter run in a child process.
 */
export function createRenderQueue({ inProcess, inChild }: Renderers) {
  const queue = createFairQueue({ slots: 2, largeSlots: 1 });
  return ({ userId, path, facts, plan }: RenderJob): Promise<RenderedImage> => {
    const cost = getCost(facts, plan);
    const needsMuchMemory = facts.isHeic || estimateMemory(facts, plan) > inProcessMaxBytes;
    const render = needsMuchMemory ? inChild : inProcess;
    return queue.run({ owner: userId, cost, isLarge: needsMuchMemory || cost > shortMaxCost }, () =>
      render(path, plan),
    );
  };
}

/** The queue of this server process. */
export const queueRender = createRenderQueue({
  // Loaded lazily, as in `checkUpload`.
  inProcess: async (path, plan) => {
    const { renderImage } = await import('./render-image.ts');
    return renderImage(path, plan);
  },
  inChild: renderInChild,
});
