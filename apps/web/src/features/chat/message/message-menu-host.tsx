import { lazy, Suspense, useEffect, useState } from 'react';
import { preloader } from '../../../lib/preloader.ts';
import { preloadMenuPopup } from '../../../ui/menu.tsx';
import type { LogEntry } from '../conversation/log-entries.ts';
import type { MessageMenuProps, OpenMenu } from './message-menu.tsx';

const loadMessageMenu = async () => ({ default: (await import('./message-menu.tsx')).MessageMenu });
const MessageMenu = lazy(loadMessageMenu);

/** The state of the one menu that all messages share. */
export function useMessageMenu() {
  const [target, setTarget] = useState<OpenMenu | null>(null);
  const [isOpen, setIsOpen] = useState(false);
  useEffect(() => {
    preloader(loadMessageMenu)();
    preloadMenuPopup();
  }, []);
  useEffect(() => {
    target?.button.setAttribute('aria-expanded', String(isOpen));
  }, [target, isOpen]);
  return {
    target,
    isOpen,
    setIsOpen,
    open: (button: HTMLElement, { message }: LogEntry) => {
      setTarget({ button, message });
      setIsOpen(true);
    },
  };
}

interface MessageMenuHostProps extends Omit<MessageMenuProps, keyof MenuState> {
  menu: ReturnType<typeof useMessageMenu>;
}

type MenuState = Pick<MessageMenuProps, 'target' | 'isOpen' | 'setIsOpen'>;

/** The menu, from its first opening on. */
export function MessageMenuHost({ menu, ...props }: MessageMenuHostProps) {
  const { target, isOpen, setIsOpen } = menu;
  if (target === null) return null;
  return (
    <Suspense>
      <MessageMenu {...props} target={target} isOpen={isOpen} setIsOpen={setIsOpen} />
    </Suspense>
  );
}
