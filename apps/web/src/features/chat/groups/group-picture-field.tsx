import Camera from 'lucide-react/icons/camera';
import { useEffect, useRef, useState } from 'react';
import { profileImageMaxBytes } from '@skein/contracts/limits';
import { Avatar } from '../../../ui/avatar.tsx';
import { Button } from '../../../ui/button.tsx';
import { t } from '../../../i18n/index.ts';

interface GroupPictureFieldProps {
  name: string;
  saved: string | null;
  file: File | null;
  isRemoved: boolean;
  onChange: (file: File | null, isRemoved: boolean) => void;
}

/** The picture of a group with buttons to choose and remove it. */
export function GroupPictureField(props: GroupPictureFieldProps) {
  const { name, saved, file, isRemoved, onChange } = props;
  const input = useRef<HTMLInputElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const [isTooLarge, setIsTooLarge] = useState(false);
  const [preview, setPreview] = useState<{ file: File; url: string } | null>(null);
  const url = preview?.url;
  useEffect(() => {
    if (url === undefined) return undefined;
    return () => URL.revokeObjectURL(url);
  }, [url]);
  const chosenUrl = file !== null && preview?.file === file ? preview.url : null;
  const shown = chosenUrl ?? (isRemoved ? null : saved);
  const choose = (chosen: File | undefined) => {
    if (!chosen) return;
    setIsTooLarge(chosen.size > profileImageMaxBytes);
    if (chosen.size > profileImageMaxBytes) return;
    setPreview({ file: chosen, url: URL.createObjectURL(chosen) });
    onChange(chosen, false);
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
            choose(target.files?.[0]);
            // Selecting the same file again must fire a change event.
            target.value = '';
          }}
        />
        <div className="flex flex-wrap gap-2">
          <Button ref={button} size="sm" variant="secondary" onClick={() => input.current?.click()}>
            <Camera size={16} aria-hidden />
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
        <p role="alert" className="text-sm text-danger empty:hidden">
          {isTooLarge && t('groups.pictureTooLarge')}
        </p>
      </div>
    </div>
  );
}
