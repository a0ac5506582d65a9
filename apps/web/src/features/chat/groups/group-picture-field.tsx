import Camera from 'lucide-react/icons/camera';
import { useEffect, useRef, useState } from 'react';
import { Avatar } from '../../../ui/avatar.tsx';
import { Button } from '../../../ui/button.tsx';
import { LazyOverlay } from '../../../ui/layout/lazy-overlay.tsx';
import { t } from '../../../i18n/index.ts';
import type { ImageEditorRequest } from '../../images/image-editor-dialog.tsx';
import { loadImageEditorDialog } from '../../images/lazy-image-editor.ts';
import { pictureTarget } from '../../images/picture-target.ts';

interface GroupPictureFieldProps {
  name: string;
  saved: string | null;
  file: File | null;
  isRemoved: boolean;
  onChange: (file: File | null, isRemoved: boolean) => void;
}

/** The picture of a group with buttons to choose and remove it. The user selects its area in a dialog. */
export function GroupPictureField(props: GroupPictureFieldProps) {
  const { name, saved, file, isRemoved, onChange } = props;
  const input = useRef<HTMLInputElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const [cropped, setCropped] = useState<ImageEditorRequest | null>(null);
  const [preview, setPreview] = useState<{ file: File; url: string } | null>(null);
  const url = preview?.url;
  useEffect(() => {
    if (url === undefined) return undefined;
    return () => URL.revokeObjectURL(url);
  }, [url]);
  const chosenUrl = file !== null && preview?.file === file ? preview.url : null;
  const shown = chosenUrl ?? (isRemoved ? null : saved);
  const select = (edited: File) => {
    setPreview({ file: edited, url: URL.createObjectURL(edited) });
    onChange(edited, false);
  };
  return (
    <div className="flex items-center gap-4">
      <Avatar name={name.trim() === '' ? '#' : name} picture={shown} size="xl" />
      <div className="flex min-w-0 flex-col items-start gap-2">
        <input
          ref={input}
          type="file"
          accept="image/*"
          hidden
          aria-label={t('groups.choosePicture')}
          onChange={({ target }) => {
            const chosen = target.files?.[0];
            if (chosen) {
              setCropped({
                file: chosen,
                label: chosen.name,
                target: pictureTarget,
                onEdited: select,
              });
            }
            // Selecting the same file again must fire a change event.
            target.value = '';
          }}
        />
        <div className="flex flex-wrap gap-2">
          <Button ref={button} size="sm" variant="secondary" onClick={() => input.current?.click()}>
            <Camera className="size-4" aria-hidden />
            {t('groups.choosePicture')}
          </Button>
          {shown !== null && (
            <Button
              size="sm"
              variant="quiet"
              onClick={() => {
                onChange(null, saved !== null);
                // The pressed button disappears.
                button.current?.focus();
              }}
            >
              {t('groups.removePicture')}
            </Button>
          )}
        </div>
      </div>
      <LazyOverlay
        request={cropped}
        load={loadImageEditorDialog}
        onClose={() => setCropped(null)}
      />
    </div>
  );
}
