import { useRef } from 'react';
import type { KeyboardEvent } from 'react';

/** Whether an input method editor (IME), for example for Japanese, handles the keys. */
export function useImeComposition() {
  const isActive = useRef(false);
  return {
    isComposing: ({ nativeEvent }: KeyboardEvent) => isActive.current || nativeEvent.isComposing,
    boxProps: {
      onCompositionStart: () => {
        isActive.current = true;
      },
      onCompositionEnd: () => {
        // Safari fires the keydown of the final Enter after `compositionend`.
        setTimeout(() => {
          isActive.current = false;
        });
      },
    },
  };
}
