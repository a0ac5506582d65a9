/** The links and buttons of messages. Players have keys of their own and stay in the tab order. */
const controls = '[data-message] :is(a[href], button)';
const menus = '[data-message-menu]';

/**
 * Makes all links and buttons of the messages one tab stop: the last one that had the focus, or the
 * menu of the newest message after the focus has moved elsewhere. Up and Down move to another
 * message, Left and Right within a message. Returns a function to stop.
 */
export function manageTabStop(log: HTMLElement): () => void {
  const setTabStop = (tabStop: HTMLElement | undefined) => {
    for (const control of log.querySelectorAll<HTMLElement>(controls)) {
      const tabIndex = control === tabStop ? '0' : '-1';
      if (control.getAttribute('tabindex') !== tabIndex) control.setAttribute('tabindex', tabIndex);
    }
    // If there are no controls, the log itself is focusable, so that the keyboard can scroll it.
    if (tabStop) log.removeAttribute('tabindex');
    else log.tabIndex = 0;
  };
  const findNewest = () => [...log.querySelectorAll<HTMLElement>(menus)].at(-1);
  const onFocusIn = ({ target }: Event) => setTabStop(findControl(log, target) ?? findNewest());
  const onFocusOut = ({ relatedTarget }: FocusEvent) => {
    if (relatedTarget instanceof Node && !log.contains(relatedTarget)) setTabStop(findNewest());
  };
  const onMutation = () => setTabStop(findControl(log, document.activeElement) ?? findNewest());

  const observer = new MutationObserver(onMutation);
  observer.observe(log, { childList: true, subtree: true });
  log.addEventListener('focusin', onFocusIn);
  log.addEventListener('focusout', onFocusOut);
  log.addEventListener('keydown', moveFocus);
  onMutation();
  return () => {
    observer.disconnect();
    log.removeEventListener('focusin', onFocusIn);
    log.removeEventListener('focusout', onFocusOut);
    log.removeEventListener('keydown', moveFocus);
  };
}

/** The control that has the focus, or the menu of the message that has it. */
function findControl(log: HTMLElement, focused: EventTarget | null): HTMLElement | undefined {
  if (!(focused instanceof Element) || focused === log || !log.contains(focused)) return undefined;
  const found = focused.closest<HTMLElement>(controls) ?? focused.querySelector<HTMLElement>(menus);
  return found ?? undefined;
}

function moveFocus(event: KeyboardEvent): void {
  const { target, currentTarget, key, altKey, ctrlKey, metaKey, shiftKey } = event;
  if (altKey || ctrlKey || metaKey || shiftKey || !(currentTarget instanceof HTMLElement)) return;
  const control = findControl(currentTarget, target);
  if (!control) return;
  for (const candidate of listCandidates(currentTarget, control, key)) {
    event.preventDefault();
    candidate.focus();
    // A button that this device does not show cannot get the focus.
    if (document.activeElement === candidate) return;
  }
}

/** The controls to which a key moves, the best first. */
function listCandidates(log: HTMLElement, control: HTMLElement, key: string): HTMLElement[] {
  const row = listRow(control);
  const index = row.indexOf(control);
  switch (key) {
    case 'ArrowLeft':
      return row.slice(0, index).toReversed();
    case 'ArrowRight':
      return row.slice(index + 1);
    case 'ArrowUp':
      return listInMessage(log, control, -1);
    case 'ArrowDown':
      return listInMessage(log, control, 1);
    default:
      return [];
  }
}

/** In the message before or after, the same button or the menu. */
function listInMessage(log: HTMLElement, control: HTMLElement, step: -1 | 1): HTMLElement[] {
  const all = [...log.querySelectorAll<HTMLElement>(menus)];
  const index = all.findIndex((menu) => menu.closest('[data-message]')?.contains(control));
  const menu = index < 0 ? undefined : all[index + step];
  if (!menu) return [];
  const label = control.getAttribute('aria-label');
  const same = listRow(menu).filter((other) => other.getAttribute('aria-label') === label);
  return label === null ? [menu] : [...same, menu];
}

/** The controls of a message from left to right. */
function listRow(control: HTMLElement): HTMLElement[] {
  const message = control.closest('[data-message]');
  const found = [...(message?.querySelectorAll<HTMLElement>('a[href], button') ?? [])];
  const getLeft = (element: HTMLElement) => element.getBoundingClientRect().left;
  return found.toSorted((a, b) => getLeft(a) - getLeft(b));
}
