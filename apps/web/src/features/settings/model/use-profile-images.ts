import { bannerImageMaxBytes, profileImageMaxBytes } from '@skein/contracts/limits';
import { useEffect, useState } from 'react';
import { t } from '../../../i18n/index.ts';

interface SelectedImage {
  file: File;
  url: string;
}

/** The unsaved changes of the profile picture and the banner. */
export function useProfileImages() {
  const picture = useImage(profileImageMaxBytes);
  const banner = useImage(bannerImageMaxBytes);
  return {
    picture,
    banner,
    isChanged: picture.isChanged || banner.isChanged,
    /** The form field of the selected file; of the picture if there are two. */
    sentField: banner.selected && !picture.selected ? 'bannerImage' : 'profileImage',
    discard: () => {
      picture.discard();
      banner.discard();
    },
  } as const;
}

/** A selected file or the removal. */
function useImage(maxBytes: number) {
  const [selected, setSelected] = useState<SelectedImage | null>(null);
  const [isRemoved, setIsRemoved] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const url = selected?.url;
  useEffect(() => {
    if (url === undefined) return undefined;
    return () => URL.revokeObjectURL(url);
  }, [url]);

  const discard = () => {
    setSelected(null);
    setIsRemoved(false);
    setProblem(null);
  };
  const remove = () => {
    setSelected(null);
    setIsRemoved(true);
    setProblem(null);
  };
  /** Selects a picture. Returns false and keeps the previous one if the file is too large. */
  const select = (file: File): boolean => {
    const isTooLarge = file.size > maxBytes;
    setProblem(isTooLarge ? t('profile.pictureTooLarge') : null);
    if (isTooLarge) return false;
    setSelected({ file, url: URL.createObjectURL(file) });
    setIsRemoved(false);
    return true;
  };
  return {
    selected,
    isRemoved,
    isChanged: selected !== null || isRemoved,
    problem,
    select,
    remove,
    discard,
  };
}

export type ProfileImages = ReturnType<typeof useProfileImages>;
export type ImageChange = ReturnType<typeof useImage>;

/** The URL of the image to show: the selected file, or else the saved image if it is not removed. */
export function shownUrl(
  savedUrl: string | null,
  { selected, isRemoved }: Pick<ImageChange, 'selected' | 'isRemoved'>,
): string | null {
  return selected?.url ?? (isRemoved ? null : savedUrl);
}
