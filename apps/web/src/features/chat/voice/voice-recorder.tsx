import SendHorizontal from 'lucide-react/icons/send-horizontal';
import Square from 'lucide-react/icons/square';
import Trash from 'lucide-react/icons/trash-2';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { KeyboardEvent } from 'react';
import { voiceMessageMaxMs } from '@skein/contracts/voice-limits';
import { IconButton } from '../../../ui/icon-button.tsx';
import { t } from '../../../i18n/index.ts';
import type { Attachment } from '../model/conversation-state.ts';
import { formatDuration } from './format-duration.ts';
import { startRecording } from './record-audio.ts';
import type { RecordedVoice, Recorder } from './record-audio.ts';
import { VoicePlayer } from './voice-player.tsx';
import { WaveformBars } from './waveform-bars.tsx';
import { loudnessMax } from './waveform.ts';
import { Tooltip } from '../../../ui/tooltip.tsx';

interface VoiceRecorderProps {
  onSend: (attachment: Attachment) => void;
  /** Called without a problem when the user discards the recording. */
  onClose: (problem?: string) => void;
}

const levelsMax = 48;
const levelIntervalMs = 100;

/** Records a voice message at once. It can be sent directly, or stopped and listened to before. */
export function VoiceRecorder({ onSend, onClose }: VoiceRecorderProps) {
  const [recorded, setRecorded] = useState<RecordedVoice | null>(null);
  const recording = useRecording({ onClose, onLimit: () => void stop() });
  const { isStarted, elapsedMs, levels } = recording;
  const isOver = elapsedMs >= voiceMessageMaxMs;
  useEffect(
    () => () => {
      if (recorded) URL.revokeObjectURL(recorded.url);
    },
    [recorded],
  );

  async function stop() {
    const voice = recorded ?? (await recording.stop());
    if (voice) setRecorded(voice);
    return voice;
  }
  const send = async () => {
    const voice = await stop();
    if (voice) onSend(toAttachment(voice));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    event.stopPropagation();
    onClose();
  };
  return (
    // The handler catches Escape events that bubble from the buttons.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <div
      role="group"
      aria-label={t('chat.voice')}
      className="flex items-center gap-2"
      onKeyDown={onKeyDown}
    >
      <IconButton icon={Trash} label={t('voice.discard')} onClick={() => onClose()} />
      <div className="flex h-14 min-w-0 grow items-center justify-end gap-3">
        {recorded ? (
          <VoicePlayer
            media={{ ...recorded, mediaUrl: recorded.url }}
            onBroken={() => onClose(t('voice.failed'))}
          />
        ) : (
          <>
            <span
              aria-hidden
              className="size-2.5 shrink-0 animate-pulse rounded-full bg-danger motion-reduce:animate-none"
            />
            <span className="w-10 shrink-0 tabular-nums" role="timer">
              {formatDuration(elapsedMs / 1000)}
            </span>
            <div className="min-w-0 grow text-accent">
              <WaveformBars values={levels} played={1} />
            </div>
            <IconButton
              icon={Square}
              label={t('voice.stop')}
              disabled={!isStarted}
              onClick={() => void stop()}
            />
          </>
        )}
      </div>
      <p role="status" className="sr-only">
        {describe({ isStarted, isOver, recorded })}
      </p>
      <Tooltip text={t('chat.send')}>
        <button
          type="button"
          // The button that started the recording is gone.
          // oxlint-disable-next-line jsx-a11y/no-autofocus
          autoFocus
          aria-disabled={!isStarted}
          aria-label={t('chat.send')}
          onClick={() => void send()}
          className="grid size-10 shrink-0 place-items-center rounded-full bg-accent text-on-accent transition-colors hover:bg-accent-strong"
        >
          <SendHorizontal className="size-5" aria-hidden />
        </button>
      </Tooltip>
    </div>
  );
}

interface Status {
  isStarted: boolean;
  isOver: boolean;
  recorded: RecordedVoice | null;
}

function describe({ isStarted, isOver, recorded }: Status): string {
  if (!isStarted) return t('voice.preparing');
  if (recorded === null) return t('voice.recordingHint');
  if (isOver) return t('voice.limit', { minutes: voiceMessageMaxMs / 60_000 });
  return t('voice.ready', { duration: formatDuration(recorded.durationMs / 1000) });
}

interface RecordingOptions extends Pick<VoiceRecorderProps, 'onClose'> {
  /** The recording is as long as a voice message can be. */
  onLimit: () => void;
}

/** Records while it is mounted. */
function useRecording({ onClose, onLimit }: RecordingOptions) {
  const recorder = useRef<Recorder | null>(null);
  const [isStarted, setIsStarted] = useState(false);
  const [elapsedMs, setElapsedMs] = useState(0);
  const [levels, setLevels] = useState<number[]>(() => Array.from({ length: levelsMax }, () => 0));
  const stopAtLimit = useEffectEvent(onLimit);
  const fail = useEffectEvent((error: unknown) => onClose(describeError(error)));

  useEffect(() => {
    let isMounted = true;
    let timer: ReturnType<typeof setInterval> | undefined;
    startRecording(t('voice.fileName')).then(
      (started) => {
        if (!isMounted) {
          started.discard();
          return;
        }
        recorder.current = started;
        setIsStarted(true);
        const startedAt = performance.now();
        timer = setInterval(() => {
          if (recorder.current === null) return;
          const elapsed = Math.min(performance.now() - startedAt, voiceMessageMaxMs);
          setElapsedMs(elapsed);
          if (elapsed === voiceMessageMaxMs) stopAtLimit();
          const level = Math.round(started.readLevel() * loudnessMax);
          setLevels((before) => [...before.slice(1), level]);
        }, levelIntervalMs);
      },
      (error: unknown) => isMounted && fail(error),
    );
    return () => {
      isMounted = false;
      clearInterval(timer);
      recorder.current?.discard();
    };
  }, []);

  const stop = async (): Promise<RecordedVoice | null> => {
    const started = recorder.current;
    recorder.current = null;
    try {
      return (await started?.stop()) ?? null;
    } catch (error) {
      onClose(describeError(error));
      return null;
    }
  };
  return { isStarted, elapsedMs, levels, stop };
}

function describeError(error: unknown): string {
  const name = error instanceof DOMException ? error.name : '';
  if (name === 'NotAllowedError') return t('voice.denied');
  return t(name === 'NotFoundError' ? 'voice.noMicrophone' : 'voice.failed');
}

const toAttachment = ({ file, durationMs, waveform }: RecordedVoice): Attachment => ({
  id: crypto.randomUUID(),
  file,
  kind: 'audio',
  altText: '',
  mediaUrl: null,
  voice: { durationMs: Math.min(durationMs, voiceMessageMaxMs), waveform },
});
