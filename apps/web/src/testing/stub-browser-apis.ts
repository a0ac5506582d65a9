/** Stubs browser APIs that the app uses and jsdom lacks. */
export function stubBrowserApis(): void {
  window.matchMedia = (media) =>
    Object.assign(new EventTarget(), {
      media,
      matches: false,
      onchange: null,
      addListener: () => undefined,
      removeListener: () => undefined,
    });
  window.scrollTo = () => undefined;
  window.scrollBy = () => undefined;
  HTMLElement.prototype.scrollIntoView = () => undefined;
  // jsdom hides popovers by its default styles and lacks the methods to show them.
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
  // Never sends an event.
  Object.assign(window, {
    EventSource: class extends EventTarget {
      close() {}
    },
  });
}
