import { renderImage } from './render-image.ts';
import type { RenderResponse, RenderRequest } from './render-in-child.ts';

// Runs in a child process: handles one request, sends one response and exits.
process.once('message', (request: RenderRequest) => {
  void response(request).then((result) => process.send?.(result, () => process.disconnect()));
});
// Exit when the server has exited.
process.once('disconnect', () => process.exit());

async function response(request: RenderRequest): Promise<RenderResponse> {
  try {
    return { image: await renderImage(request.path, request.plan) };
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error) };
  }
}
