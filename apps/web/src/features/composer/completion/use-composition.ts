import { useRef } from 'react';
import type { KeyboardEvent } from 'react';

/** Whether keys belong to an input method (of Japanese, say) in which a word is being composed. */
export function useComposition() {
  const isOpen = useRef(false);
  return {
    isComposing: ({ nativeEvent }: KeyboardEvent) => isOpen.current || nativeEvent.isComposing,
    boxProps: {
      onCompositionStart: () => {
        isOpen.current = true;
      },
      onCompositionEnd: () => {
        // Safari tells of the Enter that ends a composition only after the composition.
        setTimeout(() => {
          isOpen.current = false;
        });
      },
    },
  };
}
