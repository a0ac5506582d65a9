/** Scrolls to the top of the page. */
export function scrollToTop(): void {
  window.scrollTo({ top: 0 });
  // The browser sends the event with its next frame. Before that, a list would measure a card that
  // was added at its top, and restore the previous position.
  window.dispatchEvent(new Event('scroll'));
}
