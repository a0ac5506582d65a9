import { screen, waitFor } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { afterEach, expect, it } from 'vitest';
import { dismissCardOverlay } from '../features/threads/overlays/card-overlay.ts';
import { overlays } from '../testing/overlays.ts';
import type { OverlayCase } from '../testing/overlay-actions.ts';
import { findUntranslatedTexts } from '../testing/pseudo-locale.ts';
import { allowedTexts, installPseudoLocale } from '../testing/pseudo-locale-app.ts';
import { viewer } from '../testing/pseudo-locale-samples.ts';
import { renderApp } from '../testing/render-app.tsx';
import { givenSession } from '../testing/session.ts';

installPseudoLocale();

afterEach(() => {
  dismissCardOverlay();
});

it.each(overlays)(
  '$overlay shows no text that is not from a message',
  async ({ role, address = '/follow-requests', session = viewer, open }) => {
    if (session) givenSession(session);
    const user = renderApp(address);
    await expectOverlay(user, role, open);
  },
);

async function expectOverlay(
  user: UserEvent,
  role: OverlayCase['role'],
  open: OverlayCase['open'],
) {
  await waitFor(() => expect(document.querySelector('main, h1')).not.toBeNull());
  await open(user);
  // A dialog can be inside another.
  await screen.findAllByRole(role);
  expect(findUntranslatedTexts(allowedTexts)).toEqual([]);
}

const rendersOverlay =
  /<(?:ConfirmDialog|Dialog|Dialog\.Root|CardMenu|Menu|LazyMenuPopup|Popover\.Root)\s|role="listbox"/;

it('every component that renders a dialog, menu or popover is in this list', () => {
  const sources = import.meta.glob<string>(['../**/*.tsx', '!../**/*.test.tsx', '!../testing/**'], {
    query: '?raw',
    import: 'default',
    eager: true,
  });
  const components = Object.entries(sources)
    .filter(([, source]) => rendersOverlay.test(source))
    .map(([path]) => path.replace(/^.*\/|\.tsx$/g, ''))
    // Parts of the others.
    .filter((component) => !['card-menu', 'menu'].includes(component));
  const tested = new Set(overlays.map(({ overlay }) => overlay.split(' ')[0]));
  expect(components.length).toBeGreaterThan(20);
  expect(components.filter((component) => !tested.has(component))).toEqual([]);
});
