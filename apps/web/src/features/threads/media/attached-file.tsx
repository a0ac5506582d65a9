import Download from 'lucide-react/icons/download';
import FileText from 'lucide-react/icons/file-text';
import type { Media } from '@skein/contracts/media';
import { t } from '../../../i18n/index.ts';

interface AttachedFileProps {
  file: Media;
  /** Called when the audio fails to load. */
  onBroken: () => void;
}

/** An audio player, or a download link for a document. */
export function AttachedFile({ file, onBroken }: AttachedFileProps) {
  if (file.mediaType === 'other') return <DocumentLink file={file} />;
  return (
    // Uploads have no captions; the description is the text alternative.
    // oxlint-disable-next-line jsx-a11y/media-has-caption
    <audio
      controls
      preload="metadata"
      src={file.mediaUrl}
      aria-label={file.altText ?? t('media.sound')}
      className="h-full w-full"
      onError={onBroken}
    />
  );
}

function DocumentLink({ file }: { file: Media }) {
  const name = file.originalName ?? t('media.document');
  return (
    <a
      href={file.mediaUrl}
      download={name}
      className="flex h-full items-center gap-3 rounded-lg border border-line px-3 transition-colors hover:bg-hover"
    >
      <FileText aria-hidden className="size-6 shrink-0 text-muted" />
      <span className="min-w-0 grow truncate font-medium">{name}</span>
      <span className="sr-only">{t('media.download')}</span>
      <Download aria-hidden className="size-5 shrink-0 text-muted" />
    </a>
  );
}
