import pLimit from 'p-limit';
import type { ImageFacts } from './inspect-image.ts';
import { renderImage } from './render-image.ts';
import type { RenderedImage, RenderPlan } from './render-image.ts';
import { renderInChild } from './render-in-child.ts';

/** Covers photos of 12 megapixels in all formats but AVIF, which takes four times as much. */
const inProcessMaxBytes = 100_000_000;

const inTurn = pLimit(2);
const bulkyInTurn = pLimit(1);

/**
 * `renderImage`, at most two at once in this process. The few pictures that would take a lot
 * of memory are rendered in a process of their own, one after the other.
 */
export function renderInTurn(
  path: string,
  facts: ImageFacts,
  plan: RenderPlan,
): Promise<RenderedImage> {
  return facts.decodeBytes > inProcessMaxBytes
    ? bulkyInTurn(() => inTurn(() => renderInChild(path, plan)))
    : inTurn(() => renderImage(path, plan));
}
