import { profileImageMaxBytes } from '@skein/contracts/limits';
import { useEffect, useState } from 'react';
import { t } from '../../../lib/i18n/index.ts';

interface ChosenPicture {
  file: File;
  url: string;
}

/** A picture that was chosen and is not saved yet. */
export function usePicture() {
  const [chosen, setChosen] = useState<ChosenPicture | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const url = chosen?.url;
  useEffect(() => {
    if (url === undefined) return undefined;
    return () => URL.revokeObjectURL(url);
  }, [url]);

  const discard = () => {
    setChosen(null);
    setProblem(null);
  };
  /** Takes a picture, if it is small enough; one that is not leaves the former one. */
  const choose = (file: File): boolean => {
    const isTooLarge = file.size > profileImageMaxBytes;
    setProblem(isTooLarge ? t('profile.pictureTooLarge') : null);
    if (!isTooLarge) setChosen({ file, url: URL.createObjectURL(file) });
    return !isTooLarge;
  };
  return { chosen, problem, choose, discard };
}
