import { profileImageMaxBytes } from '@skein/contracts/limits';
import { useEffect, useState } from 'react';
import { t } from '../../../i18n/index.ts';

interface ChosenPicture {
  file: File;
  url: string;
}

/** A picture that was chosen, or the removal of the saved one; neither is saved yet. */
export function usePicture() {
  const [chosen, setChosen] = useState<ChosenPicture | null>(null);
  const [isRemoved, setIsRemoved] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const url = chosen?.url;
  useEffect(() => {
    if (url === undefined) return undefined;
    return () => URL.revokeObjectURL(url);
  }, [url]);

  const discard = () => {
    setChosen(null);
    setIsRemoved(false);
    setProblem(null);
  };
  const remove = () => {
    setChosen(null);
    setIsRemoved(true);
    setProblem(null);
  };
  /** Takes a picture, if it is small enough; one that is not leaves the former one. */
  const choose = (file: File): boolean => {
    const isTooLarge = file.size > profileImageMaxBytes;
    setProblem(isTooLarge ? t('profile.pictureTooLarge') : null);
    if (isTooLarge) return false;
    setChosen({ file, url: URL.createObjectURL(file) });
    setIsRemoved(false);
    return true;
  };
  return {
    chosen,
    isRemoved,
    isChanged: chosen !== null || isRemoved,
    problem,
    choose,
    remove,
    discard,
  };
}
