import { useEffect, useState } from 'react';
import { detectLanguage } from './detect-language.ts';

const pauseMs = 400;

/** The language of a text, after the author has paused; null while it is not known. */
export function useDetectedLanguage(text: string): string | null {
  const [language, setLanguage] = useState<string | null>(null);
  useEffect(() => {
    let isCurrent = true;
    const timer = setTimeout(async () => {
      const detected = await detectLanguage(text);
      if (isCurrent) setLanguage(detected);
    }, pauseMs);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [text]);
  return language;
}
