const lastReloadKey = 'reloaded_for_new_version_at';
const pauseMs = 60_000;

/**
 * The server has no more files of this version, because a newer one is installed. Loading the
 * page again brings it; once a minute at most, in case the file is missing for another reason.
 */
export function reloadOnNewVersion(): void {
  window.addEventListener('vite:preloadError', () => {
    void reload();
  });
}

async function reload(): Promise<void> {
  const last = Number(sessionStorage.getItem(lastReloadKey));
  if (Date.now() - last < pauseMs) return;
  try {
    // While the server is unreachable, a reload would only lose the visible page.
    await fetch(window.location.href, { method: 'HEAD', cache: 'no-store' });
  } catch {
    return;
  }
  sessionStorage.setItem(lastReloadKey, String(Date.now()));
  window.location.reload();
}
