/** Loads a page from the server or the service worker. Nothing of the present page remains in memory. */
export function openPage(path: string): void {
  window.location.assign(path);
}

export function reloadPage(): void {
  window.location.reload();
}
