import { profileImageMaxBytes } from '@skein/contracts/limits';
import { useEffect, useState } from 'react';
import { t } from '../../../i18n/index.ts';

interface SelectedPicture {
  file: File;
  url: string;
}

/** An unsaved change of the profile picture: a selected file or the removal. */
export function usePicture() {
  const [selected, setSelected] = useState<SelectedPicture | null>(null);
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
    const isTooLarge = file.size > profileImageMaxBytes;
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
