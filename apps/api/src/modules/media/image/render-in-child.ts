import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { UnavailableError } from '../../../platform/errors.ts';
import type { RenderedImage, RenderPlan } from './render-image.ts';

const childFile = fileURLToPath(new URL('./render-child.ts', import.meta.url));
const timeoutMs = 90_000;

/** What goes to the child, and the one answer that comes back. */
export interface RenderOrder {
  path: string;
  plan: RenderPlan;
}
export type RenderAnswer = { image: RenderedImage } | { error: string };

/**
 * `renderImage` in a process of its own, whose memory the system has back afterwards.
 * @throws UnavailableError when there can be no process, and whatever `renderImage` throws
 */
export function renderInChild(path: string, plan: RenderPlan): Promise<RenderedImage> {
  return new Promise((resolve, reject) => {
    const child = fork(childFile, {
      // None of the server's secrets, none of its flags.
      env: {},
      execArgv: [],
      serialization: 'advanced',
      timeout: timeoutMs,
      killSignal: 'SIGKILL',
    });
    // More than one may come: of the start, and then of what could not be sent.
    child.on('error', (cause) => {
      reject(new UnavailableError('Pictures cannot be worked on at the moment.', { cause }));
    });
    child.once('exit', (code, signal) => {
      // Killed for its memory or its time: that says nothing about the picture.
      const cause = new Error(`Rendering ended without an answer (${signal ?? code}).`);
      reject(new UnavailableError('Pictures cannot be worked on at the moment.', { cause }));
    });
    child.once('message', (answer: RenderAnswer) => {
      if ('image' in answer) resolve(answer.image);
      else reject(new Error(answer.error));
    });
    const order: RenderOrder = { path, plan };
    child.send(order);
  });
}
