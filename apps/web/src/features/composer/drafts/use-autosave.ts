import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useOnline } from '../../../lib/use-online.ts';
import { isTemporary } from '../pending/pending-post.ts';

export type AutosaveStatus = 'saving' | 'saved' | 'failed' | null;

const delayMs = 3000;
const retryDelayMs = 30_000;

interface AutosaveOptions {
  /** Changed content; null if there is nothing to save. */
  content: string | null;
  save: () => Promise<void>;
}

/** Saves content some seconds after its last change, and again after a lost connection. */
export function useAutosave({ content, save }: AutosaveOptions) {
  const [status, setStatus] = useState<AutosaveStatus>(null);
  const [retries, setRetries] = useState(0);
  const hasEnded = useRef(false);
  const isOnline = useOnline();
  const run = useEffectEvent(async () => {
    if (hasEnded.current) return;
    setStatus('saving');
    try {
      await save();
      setStatus('saved');
      setRetries(0);
    } catch (error) {
      setStatus('failed');
      if (isTemporary(error)) setRetries((count) => count + 1);
    }
  });
  useEffect(() => {
    if (content === null || !isOnline) return undefined;
    const timer = setTimeout(() => void run(), retries > 0 ? retryDelayMs : delayMs);
    return () => clearTimeout(timer);
  }, [content, isOnline, retries]);
  return {
    /** Not "saved" while there are further changes. */
    status: status === 'saved' && content !== null ? null : status,
    end: () => {
      hasEnded.current = true;
    },
  };
}
