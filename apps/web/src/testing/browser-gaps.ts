/** What jsdom leaves out and the app uses, in its most inert form. */
export function fillBrowserGaps(): void {
  window.matchMedia = (media) =>
    Object.assign(new EventTarget(), {
      media,
      matches: false,
      onchange: null,
      addListener: () => undefined,
      removeListener: () => undefined,
    });
  window.scrollTo = () => undefined;
  HTMLElement.prototype.scrollIntoView = () => undefined;
  // jsdom's own styles hide what is a popover, and it has no way to show one.
  HTMLElement.prototype.showPopover = function show(this: HTMLElement) {
    this.style.display = 'block';
  };
  HTMLElement.prototype.hidePopover = function hide(this: HTMLElement) {
    this.style.display = '';
  };
  window.IntersectionObserver = class {
    readonly root = null;
    readonly rootMargin = '';
    readonly scrollMargin = '';
    readonly thresholds = [];
    observe() {}
    unobserve() {}
    disconnect() {}
    takeRecords() {
      return [];
    }
  };
  window.ResizeObserver = class {
    observe() {}
    unobserve() {}
    disconnect() {}
  };
  // It never tells anything.
  Object.assign(window, {
    EventSource: class extends EventTarget {
      close() {}
    },
  });
}
