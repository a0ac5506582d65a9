import type { KeyboardEvent } from 'react';

const stepByKey: Partial<Record<string, 1 | -1>> = { ArrowRight: 1, ArrowLeft: -1 };

/** Left and Right move the focus between the buttons of an element. */
export function moveFocusBetweenButtons(event: KeyboardEvent<HTMLElement>): void {
  const step = stepByKey[event.key];
  if (!step) return;
  event.preventDefault();
  const buttons = [...event.currentTarget.querySelectorAll('button')];
  const index = buttons.findIndex((button) => button === document.activeElement);
  buttons.at((index + step) % buttons.length)?.focus();
}
