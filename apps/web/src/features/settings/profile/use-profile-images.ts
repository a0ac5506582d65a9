import { useEffect, useState } from 'react';

interface SelectedImage {
  file: File;
  url: string;
}

/** The unsaved changes of the profile picture and the banner. */
export function useProfileImages() {
  const picture = useImage();
  const banner = useImage();
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
function useImage() {
  const [selected, setSelected] = useState<SelectedImage | null>(null);
  const [isRemoved, setIsRemoved] = useState(false);
  const url = selected?.url;
  useEffect(() => {
    if (url === undefined) return undefined;
    return () => URL.revokeObjectURL(url);
  }, [url]);

  const discard = () => {
    setSelected(null);
    setIsRemoved(false);
  };
  const remove = () => {
    setSelected(null);
    setIsRemoved(true);
  };
  const select = (file: File) => {
    setSelected({ file, url: URL.createObjectURL(file) });
    setIsRemoved(false);
  };
  return {
    selected,
    isRemoved,
    isChanged: selected !== null || isRemoved,
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
