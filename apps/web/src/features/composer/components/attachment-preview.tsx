import { FileText, Music, Play } from 'lucide-react';
import type { Attachment } from '../model/attachments.ts';

interface AttachmentPreviewProps {
  attachment: Attachment;
  onBroken: () => void;
}

/** What a file looks like before it is posted. */
export function AttachmentPreview({ attachment, onBroken }: AttachmentPreviewProps) {
  const { file, kind, altText } = attachment;
  const showFile = (element: HTMLElement | null) => {
    if (!element) return undefined;
    const url = URL.createObjectURL(file);
    element.setAttribute('src', url);
    return () => URL.revokeObjectURL(url);
  };
  if (kind === 'image') {
    return (
      <img
        ref={showFile}
        alt={altText}
        draggable={false}
        onError={onBroken}
        className="size-full object-cover"
      />
    );
  }
  if (kind === 'video') {
    return (
      <>
        {/* The server knows formats that this browser may not: one it cannot play stays. */}
        <video
          ref={showFile}
          aria-label={altText || file.name}
          muted
          playsInline
          preload="metadata"
          className="size-full object-cover"
        />
        <span className="pointer-events-none absolute inset-0 m-auto grid size-9 place-items-center rounded-full bg-overlay text-on-overlay">
          <Play aria-hidden className="size-4 fill-current" />
        </span>
      </>
    );
  }
  const Icon = kind === 'audio' ? Music : FileText;
  return (
    <div className="flex size-full flex-col items-center justify-center gap-1 px-2 pt-4 pb-6">
      <Icon aria-hidden className="size-6 shrink-0 text-accent" />
      <span className="line-clamp-2 text-center text-xs wrap-anywhere text-muted">{file.name}</span>
    </div>
  );
}
