import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { installPseudoLocale } from '../testing/pseudo-locale-app.ts';
import { thread, viewer } from '../testing/pseudo-locale-samples.ts';
import { navigate, renderApp } from '../testing/render-app.tsx';
import { givenSession } from '../testing/session.ts';
import { Button } from '../ui/button.tsx';

installPseudoLocale();

const logError = vi.fn<typeof console.error>();
beforeEach(() => {
  logError.mockReset();
  vi.spyOn(console, 'error').mockImplementation(logError);
});

/** Replaces all text as browsers do when they translate a page. */
function translatePage(): void {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const texts: Text[] = [];
  while (walker.nextNode()) texts.push(walker.currentNode as Text);
  for (const text of texts) {
    if (text.data.trim() === '') continue;
    const template = document.createElement('template');
    template.innerHTML = '<font><font></font></font>';
    const outer = template.content.firstElementChild;
    if (outer?.firstElementChild) outer.firstElementChild.textContent = `${text.data}…`;
    if (outer) text.replaceWith(outer);
  }
}

it('a button on a translated page can become busy and idle again', () => {
  const { rerender } = render(<Button>Save</Button>);
  translatePage();
  rerender(<Button isBusy>Save</Button>);
  rerender(<Button>Saved</Button>);
  expect(screen.getByRole('button')).toHaveTextContent('Saved');
  expect(logError).not.toHaveBeenCalled();
});

it('the main screens can change after the browser has translated them', async () => {
  givenSession(viewer);
  renderApp('/feed');
  const steps: [string, RegExp][] = [
    ['/feed', /Νήμα/],
    [`/thread/${thread.id}`, /Απάντηση/],
    ['/search?q=νήμα', /Νήμα/],
    ['/notifications', /Άδα/],
    ['/messages/αδα', /Χαίρε/],
    ['/settings/security', /Συσκευή/],
  ];
  for (const [address, content] of steps) {
    await navigate(address);
    await screen.findAllByText(content);
    translatePage();
    const like = document.querySelector('[data-action="like"]');
    if (like) fireEvent.click(like);
  }
  await navigate('/feed');
  await waitFor(() => expect(document.querySelector('.failure')).toBeNull());
  expect(logError.mock.calls.flat().filter((value: unknown) => value instanceof Error)).toEqual([]);
});
