import pLimit from 'p-limit';
import type { ImageFacts } from './inspect-image.ts';
import type { RenderedImage, RenderPlan } from './render-image.ts';
import { renderInChild } from './render-in-child.ts';

/** Covers photos of 12 megapixels in all formats but AVIF, which takes four times as much. */
const inProcessMaxBytes = 100_000_000;

type Render = (path: string, plan: RenderPlan) => Promise<RenderedImage>;

interface Renderers {
  inProcess: Render;
  inChild: Render;
}

/**
 * Renders at most two pictures at once. The few that would take a lot of memory go to a process
 * of their own, one after the other.
 */
export function takeTurns({ inProcess, inChild }: Renderers) {
  const inTurn = pLimit(2);
  const bulkyInTurn = pLimit(1);
  return (path: string, facts: ImageFacts, plan: RenderPlan): Promise<RenderedImage> =>
    facts.decodeBytes > inProcessMaxBytes
      ? bulkyInTurn(() => inTurn(() => inChild(path, plan)))
      : inTurn(() => inProcess(path, plan));
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
