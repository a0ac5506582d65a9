import { QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import * as routes from '@skein/contracts/routes';
import type { Media } from '@skein/contracts/media';
import { createQueryClient } from '../../../api/query-client.ts';
import { mockRoute, server } from '../../../testing/api.ts';
import { stubIntersectionObserver } from '../../../testing/intersection.ts';
import { aPicture, aThread } from '../../../testing/threads.ts';
import { ThreadMedia } from './thread-media.tsx';

const aFile = (fields: Partial<Media>) => aPicture({ variants: [], ...fields });
const aVideo = (fields: Partial<Media> = {}) =>
  aFile({ mediaType: 'video', mediaUrl: '/media/v.mp4', posterUrl: '/media/v.webp', ...fields });

const play = vi.fn<() => Promise<void>>(() => Promise.resolve());
const pause = vi.fn<() => void>();

beforeEach(() => {
  play.mockClear();
  pause.mockClear();
  vi.spyOn(HTMLMediaElement.prototype, 'play').mockImplementation(play);
  vi.spyOn(HTMLMediaElement.prototype, 'pause').mockImplementation(pause);
});

describe('a video', () => {
  const findVideo = async () => {
    const video = await screen.findByLabelText<HTMLVideoElement>('A loom at work');
    expect(video.tagName).toBe('VIDEO');
    return video;
  };
  const show = () =>
    render(<ThreadMedia thread={aThread({ media: [aVideo({ altText: 'A loom at work' })] })} />);

  it('plays inline and muted while it is in view', async () => {
    const { intersect } = stubIntersectionObserver();
    show();
    const video = await findVideo();
    expect(video).toHaveAttribute('poster', '/media/v.webp');
    expect(video.muted).toBe(true);
    expect(video).toHaveAttribute('playsinline');
    expect(play).not.toHaveBeenCalled();
    intersect();
    expect(play).toHaveBeenCalledOnce();
  });

  it('does not autoplay for users who prefer reduced motion', async () => {
    const { intersect } = stubIntersectionObserver();
    const reducedMotion = Object.assign(window.matchMedia(''), { matches: true });
    vi.spyOn(window, 'matchMedia').mockReturnValue(reducedMotion);
    show();
    await findVideo();
    intersect();
    expect(play).not.toHaveBeenCalled();
  });

  it('stays paused after the user has paused it', async () => {
    const { intersect } = stubIntersectionObserver();
    show();
    const video = await findVideo();
    intersect();
    fireEvent.pause(video);
    intersect();
    expect(play).toHaveBeenCalledOnce();
  });

  it('is hidden if it cannot be loaded, until it is converted', async () => {
    const { rerender } = show();
    fireEvent.error(await findVideo());
    await waitFor(() => expect(screen.queryByLabelText('A loom at work')).not.toBeInTheDocument());
    const converted = aVideo({ altText: 'A loom at work', mediaUrl: '/media/converted.mp4' });
    rerender(<ThreadMedia thread={aThread({ media: [converted] })} />);
    expect(await findVideo()).toHaveAttribute('src', '/media/converted.mp4');
  });
});

describe('a video that is being converted', () => {
  const showProcessing = (processing: Media['processing']) => {
    const client = createQueryClient();
    const video = aVideo({ altText: 'A loom at work', ...(processing && { processing }) });
    const show = (media: Media[]) => (
      <QueryClientProvider client={client}>
        <ThreadMedia thread={aThread({ media })} />
      </QueryClientProvider>
    );
    const { rerender } = render(show([video]));
    return { video, show: (media: Media[]) => rerender(show(media)) };
  };
  const mockMedia = (result: Media) => server.use(mockRoute(routes.getMedia, () => result));

  const mockThread = (video: Media) =>
    server.use(mockRoute(routes.getThread, () => aThread({ media: [video] })));

  it('is its poster with a note until browsers play it', async () => {
    const waiting = aVideo({ processing: { isPlayable: false, percent: null } });
    mockThread(waiting);
    showProcessing({ isPlayable: false, percent: null });
    expect(await screen.findByText('Video is being prepared')).toBeInTheDocument();
    expect(screen.getByRole('img', { name: 'A loom at work' })).toHaveAttribute(
      'src',
      '/media/v.webp',
    );
    expect(screen.queryByRole('progressbar')).not.toBeInTheDocument();
    expect(document.querySelector('video')).toBeNull();
  });

  it('can be played by others as soon as it is converted', async () => {
    stubIntersectionObserver();
    const { video } = showProcessing({ isPlayable: false, percent: null });
    const converted = { ...video, processing: null };
    mockThread({ ...converted, mediaUrl: '/media/converted.mp4' });
    await waitFor(() =>
      expect(screen.getByLabelText('A loom at work')).toHaveAttribute(
        'src',
        '/media/converted.mp4',
      ),
    );
  });

  it('shows its progress to the author', async () => {
    const processing = { isPlayable: false, percent: 42 };
    mockMedia(aVideo({ processing }));
    showProcessing({ ...processing, percent: 0 });
    const progress = await screen.findByRole('progressbar', { name: 'Video is being prepared' });
    await waitFor(() => expect(progress).toHaveAttribute('aria-valuenow', '42'));
  });

  it('shows within five seconds that its conversion has begun', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    onTestFinished(() => void vi.useRealTimers());
    const waiting = { isPlayable: false, percent: 0 };
    mockMedia(aVideo({ processing: waiting }));
    showProcessing(waiting);
    const progress = await screen.findByRole('progressbar', { name: 'Video is being prepared' });
    mockMedia(aVideo({ processing: { ...waiting, percent: 42 } }));
    await vi.advanceTimersByTimeAsync(5000);
    await waitFor(() => expect(progress).toHaveAttribute('aria-valuenow', '42'));
  });

  it('can be played by the author as soon as it is converted', async () => {
    stubIntersectionObserver();
    mockMedia(aVideo({ altText: 'A loom at work', mediaUrl: '/media/converted.mp4' }));
    showProcessing({ isPlayable: false, percent: 42 });
    const element = await screen.findByLabelText('A loom at work');
    expect(element).toHaveAttribute('src', '/media/converted.mp4');
    expect(screen.queryByRole('progressbar')).not.toBeInTheDocument();
  });

  it('plays its original to the end, also when it is converted meanwhile', async () => {
    stubIntersectionObserver();
    const { video, show } = showProcessing({ isPlayable: true, percent: null });
    const element = await screen.findByLabelText('A loom at work');
    const converted = { ...video, processing: null };
    show([{ ...converted, mediaUrl: '/media/converted.mp4' }]);
    expect(screen.getByLabelText('A loom at work')).toBe(element);
    expect(element).toHaveAttribute('src', '/media/v.mp4');
    fireEvent.error(element);
    expect(element).toHaveAttribute('src', '/media/converted.mp4');
  });
});

describe('other files', () => {
  it('plays audio, and hides audio that cannot be loaded', async () => {
    const { container } = render(
      <ThreadMedia
        thread={aThread({ media: [aFile({ mediaType: 'audio', mediaUrl: '/media/s.mp3' })] })}
      />,
    );
    const audio = await screen.findByLabelText('Sound');
    expect(audio).toHaveAttribute('src', '/media/s.mp3');
    fireEvent.error(audio);
    expect(container).toBeEmptyDOMElement();
  });

  it('offers a document for download under its original name', async () => {
    const file = aFile({
      mediaType: 'other',
      mediaUrl: '/media/d.pdf',
      originalName: 'pattern.pdf',
    });
    render(<ThreadMedia thread={aThread({ media: [file] })} />);
    const link = await screen.findByRole('link', { name: /pattern\.pdf/ });
    expect(link).toHaveAttribute('href', '/media/d.pdf');
    expect(link).toHaveAttribute('download', 'pattern.pdf');
  });
});
