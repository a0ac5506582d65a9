import { fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { VoicePlayer } from './voice-player.tsx';
import { VoiceRecorder } from './voice-recorder.tsx';

const givenMicrophone = (getUserMedia: () => Promise<unknown>) =>
  Object.defineProperty(navigator, 'mediaDevices', {
    configurable: true,
    value: { getUserMedia },
  });

afterEach(() => void Reflect.deleteProperty(navigator, 'mediaDevices'));

describe('a voice message', () => {
  it('is sought with the keyboard and played at a chosen speed', async () => {
    const media = { mediaUrl: '/media/voice.webm', durationMs: 12_000, waveform: [3, 31, 9] };
    const { container } = render(<VoicePlayer media={media} onBroken={() => undefined} />);
    const user = userEvent.setup();
    expect(screen.getByRole('group', { name: 'Voice message, 0:12' })).toBeVisible();
    const slider = screen.getByRole('slider', { name: 'Position' });
    fireEvent.keyDown(slider, { key: 'PageUp' });
    fireEvent.keyDown(slider, { key: 'ArrowRight' });
    expect(slider).toHaveAttribute('aria-valuetext', '0:06 of 0:12');
    for (let times = 0; times < 3; times += 1) fireEvent.keyDown(slider, { key: 'PageUp' });
    expect(slider).toHaveAttribute('aria-valuetext', '0:12 of 0:12');
    await user.click(screen.getByRole('button', { name: 'Playback speed: 1×' }));
    expect(container.querySelector('audio')?.playbackRate).toBe(1.5);
    await user.click(screen.getByRole('button', { name: 'Playback speed: 1.5×' }));
    await user.click(screen.getByRole('button', { name: 'Playback speed: 2×' }));
    expect(container.querySelector('audio')?.playbackRate).toBe(1);
  });
});

describe('the recorder', () => {
  it.each([
    ['NotAllowedError', /isn't allowed to use the microphone/],
    ['NotFoundError', /No microphone was found/],
    ['AbortError', /The recording failed/],
  ])('closes with the reason if the browser reports %s', async (name, reason) => {
    const getUserMedia = async () => {
      throw new DOMException('', name);
    };
    givenMicrophone(getUserMedia);
    const onClose = vi.fn<(problem?: string) => void>();
    render(<VoiceRecorder onSend={() => undefined} onClose={onClose} />);
    await vi.waitFor(() => expect(onClose).toHaveBeenCalledWith(expect.stringMatching(reason)));
  });

  it('discards with Escape', () => {
    const getUserMedia = () => new Promise(() => undefined);
    givenMicrophone(getUserMedia);
    const onClose = vi.fn<(problem?: string) => void>();
    render(<VoiceRecorder onSend={() => undefined} onClose={onClose} />);
    expect(screen.getByRole('status')).toHaveTextContent('Waiting for the microphone');
    fireEvent.keyDown(screen.getByRole('button', { name: 'Send' }), { key: 'Escape' });
    expect(onClose).toHaveBeenCalledWith();
  });
});
