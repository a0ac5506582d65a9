// Applies the theme and the reduced motion chosen on this device before the first paint. A module
// script would run too late, and the content security policy forbids inline code.
// The keys are those of src/lib/storage.ts.
(() => {
  const { dataset } = document.documentElement;
  try {
    const theme = localStorage.getItem('theme');
    if (theme === 'light' || theme === 'dark') dataset.theme = theme;
    if (localStorage.getItem('motion') === 'reduced') dataset.motion = 'reduced';
  } catch {
    // Storage can be forbidden: the page then follows the system.
  }
})();
