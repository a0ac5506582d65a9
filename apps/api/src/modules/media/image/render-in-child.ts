import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { UnavailableError } from '../../../platform/errors.ts';
import type { RenderedImage, RenderPlan } from './render-image.ts';

const childFile = fileURLToPath(new URL('./render-child.ts', import.meta.url));
const timeoutMs = 90_000;

/** The message to the child process, and its single response. */
export interface RenderRequest {
  path: string;
  plan: RenderPlan;
}
export type RenderResponse = { image: RenderedImage } | { error: string };

/**
 * Runs `renderImage` in a child process, whose memory is returned to the system afterwards.
 * @throws UnavailableError when the process cannot run, and the errors of `renderImage`
 */
export function renderInChild(path: string, plan: RenderPlan): Promise<RenderedImage> {
  return new Promise((resolve, reject) => {
    const child = fork(childFile, {
      // The child process does not get the server's secrets and flags.
      env: {},
      execArgv: [],
      serialization: 'advanced',
      timeout: timeoutMs,
      killSignal: 'SIGKILL',
    });
    // Two errors are possible: of the start, and of the message that could not be sent.
    child.on('error', (cause) => {
      reject(new UnavailableError('error.picturesUnavailable', { cause }));
    });
    child.once('exit', (code, signal) => {
      // Killed because of memory or time, which says nothing about the image.
      const cause = new Error(`Rendering ended without an response (${signal ?? code}).`);
      reject(new UnavailableError('error.picturesUnavailable', { cause }));
    });
    child.once('message', (response: RenderResponse) => {
      if ('image' in response) resolve(response.image);
      else reject(new Error(response.error));
    });
    const request: RenderRequest = { path, plan };
    child.send(request);
  });
}
