import { screen } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import type { CurrentUser } from '@skein/contracts/users';

type OverlayRole = 'alertdialog' | 'dialog' | 'listbox' | 'menu';

export interface OverlayCase {
  /** The component that renders the overlay, and where it is, if it renders several. */
  overlay: string;
  role: OverlayRole;
  /** Where it opens, by default on a page without content, which takes less time than the feed. */
  address?: string;
  /** The signed-in user; null for a visitor. */
  session?: CurrentUser | null;
  open: (user: UserEvent) => Promise<unknown>;
}

/** Clicks the last element with this name, because a dialog comes after the page. */
export async function click(
  user: UserEvent,
  role: 'button' | 'checkbox' | 'menuitem' | 'radio' | 'switch' | 'tab',
  label: string,
) {
  const found = await screen.findAllByRole(role, { name: label });
  await user.click(found.at(-1) ?? document.body);
}

export const press = (user: UserEvent, label: string) => click(user, 'button', label);
export const choose = (user: UserEvent, label: string) => click(user, 'menuitem', label);
