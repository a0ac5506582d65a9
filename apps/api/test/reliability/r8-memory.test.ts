import { expect, it } from 'vitest';
import { makeLargestPictures } from '../media/large-images.ts';
import { sendRequest, register } from '../support/http/requests.ts';
import { findFreePort } from '../support/servers/free-port.ts';
import { timeFactor } from '../support/time-factor.ts';
import { startProcessWithDatabase } from '../support/servers/server-process.ts';
import { watchProcess } from '../support/servers/watch-process.ts';

/** An animation of 707 pixels has the maximum size and takes half a minute. */
const animationSide = Number(process.env['ANIMATION_SIDE'] ?? 100);

const peakMaxMb = 700;
/** Memory of the child process that decodes one large image and then exits. */
const childrenMaxMb = 1200;
const stallMaxMs = 200 * timeFactor;

function getForm(files: readonly (readonly [name: string, content: Buffer])[]): FormData {
  const form = new FormData();
  for (const [name, content] of files) form.append('media', new Blob([content]), name);
  return form;
}

// No other system than Linux reports the memory of a process.
it.runIf(process.platform === 'linux')(
  'limits memory and does not delay other requests during many uploads of the largest images',
  { timeout: 300_000 },
  async () => {
    const pictures = await makeLargestPictures(animationSide);
    const metricsPort = await findFreePort();
    const server = await startProcessWithDatabase({
      RATE_LIMIT_FACTOR: '0',
      METRICS_PORT: String(metricsPort),
    });
    const address = await server.ready;
    const users = await Promise.all(['ada', 'ben', 'cleo'].map((name) => register(address, name)));
    const ordinaryImage = ['plain.jpg', pictures.get('plain.jpg') ?? Buffer.alloc(0)] as const;
    const tenFiles = [...pictures, ordinaryImage, ordinaryImage];
    expect(tenFiles).toHaveLength(10);

    const watch = watchProcess(server.child.pid ?? 0, metricsPort);
    const responses = await Promise.all(
      users.map(({ token }, index) =>
        sendRequest(address, {
          path: '/api/threads/multiple-media',
          token,
          body: getForm(index === 0 ? tenFiles : [ordinaryImage, ordinaryImage]),
        }),
      ),
    );
    const watched = await watch.stop();

    for (const { status, body } of responses)
      expect({ status, body }).toMatchObject({ status: 201 });
    expect(watched.peakMb).toBeLessThan(peakMaxMb);
    expect(watched.childrenPeakMb).toBeLessThan(childrenMaxMb);
    expect(watched.longestStallMs).toBeLessThan(stallMaxMs);
    server.child.kill('SIGTERM');
    expect(await server.exited).toBe(0);
    expect(await server.errors).toBe('');
  },
);
