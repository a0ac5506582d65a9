// Applies the instance's colors, and the appearance chosen on this device, before the first paint. A module script would run too late, and the content security policy forbids inline code.
// The keys are those of src/lib/storage.ts; the server writes the elements into the page.
(() => {
  const { dataset, style } = document.documentElement;
  const readMeta = (name) =>
    document.querySelector(`meta[name="${name}"]`)?.getAttribute('content');
  for (const name of ['accent', 'accent-dark']) {
    const color = readMeta(name);
    if (!color) continue;
    style.setProperty(`--instance-${name}`, color);
    dataset.accent = '';
  }
  let theme = null;
  try {
    theme = localStorage.getItem('theme');
    for (const [name, key] of [
      ['motion', 'motion'],
      ['textSize', 'text_size'],
      ['density', 'density'],
    ]) {
      const choice = localStorage.getItem(key);
      if (choice) dataset[name] = choice;
    }
  } catch {
    // Storage can be forbidden: the page then follows the instance or the system.
  }
  theme ??= readMeta('default-theme');
  if (['light', 'dark', 'dim'].includes(theme)) dataset.theme = theme;
  for (const { type } of performance.getEntriesByType('navigation')) {
    if (type === 'reload') dataset.reloaded = '';
  }
})();
