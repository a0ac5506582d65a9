const timeoutMs = 5000;
const sideMaxPx = 1280;
/** The first frame is often black. */
const positionMaxSeconds = 1;

const posters = new WeakMap<File, Promise<File | null>>();

/**
 * A frame of a video, which the server uses if it cannot make one. Null for other files and for videos
 * that this browser does not play. The same for each call with a file, so that repeated requests are equal.
 */
export function capturePoster(file: File): Promise<File | null> {
  if (!file.type.startsWith('video/')) return Promise.resolve(null);
  const known = posters.get(file);
  if (known) return known;
  const captured = capture(file);
  posters.set(file, captured);
  return captured;
}

async function capture(file: File): Promise<File | null> {
  const video = document.createElement('video');
  const url = URL.createObjectURL(file);
  const signal = AbortSignal.timeout(timeoutMs);
  try {
    Object.assign(video, { muted: true, playsInline: true, preload: 'auto', src: url });
    await waitFor(video, 'loadeddata', signal);
    if (video.duration > 0) {
      video.currentTime = Math.min(positionMaxSeconds, video.duration / 2);
      await waitFor(video, 'seeked', signal);
    }
    const blob = await draw(video);
    return blob && new File([blob], 'poster.jpg', { type: blob.type });
  } catch {
    // The browser does not play this video.
    return null;
  } finally {
    video.removeAttribute('src');
    URL.revokeObjectURL(url);
  }
}

function waitFor(video: HTMLVideoElement, event: string, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const fail = () => reject(new Error('The video cannot be shown.'));
    video.addEventListener(event, () => resolve(), { once: true });
    video.addEventListener('error', fail, { once: true });
    signal.addEventListener('abort', fail, { once: true });
  });
}

function draw(video: HTMLVideoElement): Promise<Blob | null> {
  const { videoWidth, videoHeight } = video;
  const scale = Math.min(1, sideMaxPx / Math.max(videoWidth, videoHeight));
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(videoWidth * scale);
  canvas.height = Math.round(videoHeight * scale);
  canvas.getContext('2d')?.drawImage(video, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.85));
}
