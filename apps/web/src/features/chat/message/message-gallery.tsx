import EyeOff from 'lucide-react/icons/eye-off';
import { useState } from 'react';
import type { Media } from '@skein/contracts/media';
import { Button } from '../../../ui/button.tsx';
import { MediaGrid } from '../../threads/media/media-grid.tsx';
import { t } from '../../../i18n/index.ts';

interface MessageGalleryProps {
  files: Media[];
  /** Whether a button replaces the files until the viewer opens them. */
  isCovered: boolean;
}

/** The pictures and videos of a message with several files. */
export function MessageGallery({ files, isCovered }: MessageGalleryProps) {
  const [isRevealed, setIsRevealed] = useState(false);
  if (isCovered && !isRevealed) {
    return (
      <Button size="sm" variant="secondary" onClick={() => setIsRevealed(true)}>
        <EyeOff className="size-4" aria-hidden />
        {t('chat.show.files', { count: files.length })}
      </Button>
    );
  }
  return (
    <div className="w-72 max-w-full">
      <MediaGrid media={files} />
    </div>
  );
}
