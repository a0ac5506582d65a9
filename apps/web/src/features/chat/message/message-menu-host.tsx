import { useEffect, useState } from 'react';
import { LazyMenuPopup } from '../../../ui/menu.tsx';
import { lazyComponent } from '../../../lib/lazy-component.tsx';
import type { LogEntry } from '../conversation/log-entries.ts';
import type { MessageMenuProps, OpenMenu } from './message-menu.tsx';

const MessageMenu = lazyComponent(async () => (await import('./message-menu.tsx')).MessageMenu);

/** The state of the one menu that all messages share. */
export function useMessageMenu() {
  const [target, setTarget] = useState<OpenMenu | null>(null);
  const [isOpen, setIsOpen] = useState(false);
  useEffect(() => {
    MessageMenu.preload();
    LazyMenuPopup.preload();
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
  return <MessageMenu {...props} target={target} isOpen={isOpen} setIsOpen={setIsOpen} />;
}
