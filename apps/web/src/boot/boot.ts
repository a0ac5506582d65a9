// Runs before the first paint, as a classic script: no import can stand here. The stored choice
// is written by lib/theme; without one, the style sheet follows the system.
{
  try {
    const theme = localStorage.getItem('theme');
    if (theme === 'light' || theme === 'dark') document.documentElement.dataset['theme'] = theme;
  } catch {
    // Storage is forbidden: the system's theme it is.
  }
}
