import FileText from 'lucide-react/icons/file-text';
import Music from 'lucide-react/icons/eighth-notes';
import Image from 'lucide-react/icons/image';
import Play from 'lucide-react/icons/play';
import { useState } from 'react';
import { useReducedMotion } from '../../../lib/appearance.ts';
import { toObjectPosition } from '../../threads/media/object-position.ts';
import type { Attachment } from './attachments-reducer.ts';
import { isHeic } from './file-kinds.ts';

interface AttachmentPreviewProps {
  attachment: Attachment;
  onBroken: () => void;
}

/** The preview of an attached file. */
export function AttachmentPreview({ attachment, onBroken }: AttachmentPreviewProps) {
  const { file, kind, altText, focus } = attachment;
  const [isHidden, setIsHidden] = useState(false);
  const showFile = (element: HTMLElement | null) => {
    if (!element) return undefined;
    if (!(file instanceof File)) {
      const { variants, mediaUrl, posterUrl } = file.media;
      const preview = variants[0]?.url ?? mediaUrl;
      element.setAttribute('src', kind === 'image' ? (posterUrl ?? preview) : preview);
      return undefined;
    }
    const url = URL.createObjectURL(file);
    element.setAttribute('src', url);
    return () => URL.revokeObjectURL(url);
  };
  const isMotionReduced = useReducedMotion();
  const onImageError = async () => {
    // The server reads HEIC pictures, which phones also name .jpg.
    if (file instanceof File && (await isHeic(file))) setIsHidden(true);
    else onBroken();
  };
  if (isMotionReduced && file instanceof File && animatedTypes.has(file.type)) {
    return <FirstFrame file={file} altText={altText} onBroken={onBroken} />;
  }
  if (kind === 'image' && !isHidden) {
    return (
      <img
        ref={showFile}
        alt={altText}
        draggable={false}
        onError={() => void onImageError()}
        className="size-full object-cover"
        style={focus && { objectPosition: toObjectPosition(focus) }}
      />
    );
  }
  if (kind === 'video') {
    return (
      <>
        {/* No error handler: the server supports formats that this browser may not play. */}
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
  const Icon = kind === 'image' ? Image : kind === 'audio' ? Music : FileText;
  return (
    <div className="grid size-full place-items-center rounded-md border border-line px-1.5">
      <span className="line-clamp-2 text-center text-xs wrap-anywhere">{file.name}</span>
      <Icon aria-hidden className="absolute right-2 bottom-2 size-5 text-muted" />
    </div>
  );
}

/** The types of images that can be animations. */
const animatedTypes = new Set(['image/gif', 'image/webp', 'image/png', 'image/avif']);
/** Enough for a tile on a screen with a high density. */
const previewWidthPx = 640;

interface FirstFrameProps {
  file: File;
  altText: string;
  onBroken: () => void;
}

/** Draws an image without motion. */
function FirstFrame({ file, altText, onBroken }: FirstFrameProps) {
  const draw = (canvas: HTMLCanvasElement) => {
    let isShown = true;
    createImageBitmap(file, { resizeWidth: previewWidthPx }).then(
      (bitmap) => {
        if (!isShown) return;
        canvas.width = bitmap.width;
        canvas.height = bitmap.height;
        canvas.getContext('2d')?.drawImage(bitmap, 0, 0);
        bitmap.close();
      },
      () => isShown && onBroken(),
    );
    return () => {
      isShown = false;
    };
  };
  return <canvas ref={draw} role="img" aria-label={altText} className="size-full object-cover" />;
}
