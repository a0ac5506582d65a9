import { getLevel, toWaveform } from './waveform.ts';
import type { Voice } from '../model/conversation-state.ts';

/** Opus, except for Safari. Parameters are needed to select a codec, but not part of the file's type. */
const formats = [
  { type: 'audio/ogg', codec: 'opus', extension: 'ogg' },
  { type: 'audio/webm', codec: 'opus', extension: 'webm' },
  { type: 'audio/mp4', codec: 'mp4a.40.2', extension: 'm4a' },
] as const;

const bitsPerSecond = 32_000;
/** Enough for a waveform, and little memory for five minutes. */
const analysisRate = 8000;

export interface RecordedVoice extends Voice {
  file: File;
  /** To listen to it. The caller revokes it. */
  url: string;
}

export interface Recorder {
  /** The loudness now, from 0 to 1. */
  readLevel: () => number;
  /** Resolves to null for a recording without sound. */
  stop: () => Promise<RecordedVoice | null>;
  /** Turns the microphone off. */
  discard: () => void;
}

/**
 * Records the microphone.
 * @throws DOMException `NotAllowedError` without permission, `NotFoundError` without microphone
 */
export async function startRecording(name: string): Promise<Recorder> {
  const stream = await navigator.mediaDevices.getUserMedia({ audio: { channelCount: 1 } });
  const context = new AudioContext();
  const analyser = context.createAnalyser();
  context.createMediaStreamSource(stream).connect(analyser);
  const format = formats.find(({ type, codec }) =>
    MediaRecorder.isTypeSupported(`${type};codecs=${codec}`),
  );
  const recorder = new MediaRecorder(stream, {
    audioBitsPerSecond: bitsPerSecond,
    ...(format && { mimeType: `${format.type};codecs=${format.codec}` }),
  });
  const parts: Blob[] = [];
  recorder.addEventListener('dataavailable', ({ data }) => parts.push(data));
  const stopped = new Promise<void>((resolve) => {
    recorder.addEventListener('stop', () => resolve(), { once: true });
  });
  recorder.start();
  const samples = new Float32Array(analyser.fftSize);
  const release = () => {
    if (recorder.state !== 'inactive') recorder.stop();
    for (const track of stream.getTracks()) track.stop();
    if (context.state !== 'closed') void context.close();
  };
  return {
    readLevel() {
      analyser.getFloatTimeDomainData(samples);
      return Math.min(1, getLevel(samples) * 3);
    },
    async stop() {
      release();
      await stopped;
      const [type = 'audio/mp4'] = recorder.mimeType.split(';');
      const extension = formats.find((known) => known.type === type)?.extension ?? 'm4a';
      const file = new File(parts, `${name}.${extension}`, { type });
      if (file.size === 0) return null;
      const voice = await analyze(file);
      return { file, url: URL.createObjectURL(file), ...voice };
    },
    discard: release,
  };
}

/** The browser's decoder knows the duration, which recorders do not write into the file. */
async function analyze(file: File): Promise<Voice> {
  const context = new OfflineAudioContext(1, 1, analysisRate);
  const audio = await context.decodeAudioData(await file.arrayBuffer());
  const durationMs = Math.max(1, Math.round(audio.duration * 1000));
  return { durationMs, waveform: toWaveform(audio.getChannelData(0)) };
}
