import Moon from 'lucide-react/icons/moon';
import Sun from 'lucide-react/icons/sun';
import { t } from '../../i18n/index.ts';
import { toggleTheme, useTheme } from '../../lib/theme.ts';
import { IconButton } from '../icon-button.tsx';

export function ThemeToggle() {
  const isDark = useTheme() === 'dark';
  return (
    <IconButton
      icon={isDark ? Sun : Moon}
      label={t(isDark ? 'app.useLightTheme' : 'app.useDarkTheme')}
      onClick={toggleTheme}
    />
  );
}
