import EyeOff from 'lucide-react/icons/eye-off';
import { lazy, Suspense, useState } from 'react';
import type { ReactNode } from 'react';
import type { Media } from '@skein/contracts/media';
import { Button } from '../../../ui/button.tsx';
import { useAnimation } from '../../threads/media/animation.tsx';
import { Picture } from '../../threads/media/picture.tsx';
import { t } from '../../../i18n/index.ts';
import { withMessages } from '../../../i18n/load-messages.ts';

const Lightbox = lazy(async () => ({
  default: (await import('../../threads/media/lightbox.tsx')).Lightbox,
}));

const AttachedFile = lazy(async () => ({
  default: (await import('../../threads/media/attached-file.tsx')).AttachedFile,
}));

const MessageVideo = lazy(async () => ({
  default: (await import('./message-video.tsx')).MessageVideo,
}));

const VoicePlayer = lazy(() =>
  withMessages(
    async () => ({ default: (await import('../voice/voice-player.tsx')).VoicePlayer }),
    'voice',
  ),
);

const widthRem = 17;
const heightMaxRem = 20;
const ratioMin = 0.4;

interface MessageMediaProps {
  media: Media;
  senderId: string | null;
  /** Whether a button replaces the file until the viewer opens it. */
  isCovered: boolean;
  /** Replaces a broken file, because a message without text would be empty. */
  fallback: ReactNode;
}

/** The picture, video or audio file of a message. Broken files are hidden. */
export function MessageMedia({ media, senderId, isCovered, fallback }: MessageMediaProps) {
  const [isRevealed, setIsRevealed] = useState(false);
  const [brokenUrl, setBrokenUrl] = useState<string | null>(null);
  const onBroken = () => setBrokenUrl(media.mediaUrl);
  if (brokenUrl === media.mediaUrl) return fallback;
  if (isCovered && !isRevealed) {
    return <CoveredFile media={media} onReveal={() => setIsRevealed(true)} />;
  }
  switch (media.mediaType) {
    case 'image':
      return <MessagePicture picture={media} onBroken={onBroken} />;
    case 'video':
      return (
        <div
          className="relative max-w-full overflow-hidden rounded-lg bg-sunken"
          style={boxStyle(media)}
        >
          <Suspense>
            <MessageVideo video={media} senderId={senderId ?? ''} onBroken={onBroken} />
          </Suspense>
        </div>
      );
    case 'audio':
    case 'other':
      if (media.waveform) {
        return (
          <Suspense fallback={<div className="h-14" />}>
            <VoicePlayer media={media} onBroken={onBroken} />
          </Suspense>
        );
      }
      return (
        <div className="h-14 w-72 max-w-full">
          <Suspense>
            <AttachedFile file={media} onBroken={onBroken} />
          </Suspense>
        </div>
      );
  }
}

function CoveredFile({ media, onReveal }: { media: Media; onReveal: () => void }) {
  const kind = media.mediaType === 'other' ? 'audio' : media.mediaType;
  return (
    <Button size="sm" variant="secondary" onClick={onReveal}>
      <EyeOff className="size-4" aria-hidden />
      {t(`chat.show.${kind}`)}
    </Button>
  );
}

/** Reserves the size of the picture or video before it loads. */
function boxStyle({ width, height }: Media) {
  const ratio = width && height ? Math.max(ratioMin, width / height) : 1;
  return { aspectRatio: ratio, width: `${Math.min(widthRem, heightMaxRem * ratio)}rem` };
}

function MessagePicture({ picture, onBroken }: { picture: Media; onBroken: () => void }) {
  const [isOpen, setIsOpen] = useState(false);
  const { isPaused, button } = useAnimation(picture);
  const { altText } = picture;
  const label =
    altText === null ? t('chat.openPicture') : t('chat.openDescribed', { description: altText });
  return (
    <>
      <div
        className="relative max-w-full overflow-hidden rounded-lg bg-sunken"
        style={boxStyle(picture)}
      >
        <button
          type="button"
          aria-label={label}
          onClick={() => setIsOpen(true)}
          className="absolute inset-0 focus-visible:-outline-offset-3"
        >
          <Picture media={picture} sizes="272px" isPaused={isPaused} onBroken={onBroken} />
        </button>
        {button}
      </div>
      {isOpen && (
        <Suspense>
          <Lightbox pictures={[picture]} startIndex={0} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
