import {
  accentContrast,
  accentContrastMin,
  themes,
  toReadableAccent,
} from '@skein/contracts/accent-color';
import type { ThemeName } from '@skein/contracts/accent-color';
import { useId } from 'react';
import { locale, t } from '../../../i18n/index.ts';
import { Button } from '../../../ui/button.tsx';

/** The colors of a theme; empty for Skein's own. */
export interface AccentColors {
  accentColor: string;
  accentColorDark: string;
}

interface AccentColorFieldProps {
  value: AccentColors;
  /** Errors from the server. */
  errors?: { light?: string | undefined; dark?: string | undefined };
  onChange: (colors: Partial<AccentColors>) => void;
}

const fields = { light: 'accentColor', dark: 'accentColorDark' } as const;
const defaults = { light: '#c83c14', dark: '#ff8a65' } as const;
const ratioFormat = new Intl.NumberFormat(locale, { maximumFractionDigits: 1 });

/** The accent color in both themes, with its contrast. */
export function AccentColorField({ value, errors, onChange }: AccentColorFieldProps) {
  return (
    <fieldset className="flex flex-col gap-3">
      <legend className="mb-1 text-sm font-medium">{t('admin.color.title')}</legend>
      <p className="text-sm text-muted">{t('admin.color.hint')}</p>
      <div className="grid gap-3 sm:grid-cols-2">
        {themes.map((theme) => (
          <ThemeColor
            key={theme}
            theme={theme}
            color={value[fields[theme]]}
            error={errors?.[theme]}
            onChange={(color) => onChange(withOther(theme, color, value))}
          />
        ))}
      </div>
    </fieldset>
  );
}

/** The first color of one theme also chooses a similar one for the other theme. */
function withOther(theme: ThemeName, color: string, value: AccentColors): Partial<AccentColors> {
  const other = theme === 'light' ? 'dark' : 'light';
  const changes = { [fields[theme]]: color };
  if (color === '' || value[fields[theme]] !== '' || value[fields[other]] !== '') return changes;
  return { ...changes, [fields[other]]: toReadableAccent(color, other) };
}

interface ThemeColorProps {
  theme: ThemeName;
  color: string;
  error: string | undefined;
  onChange: (color: string) => void;
}

function ThemeColor({ theme, color, error, onChange }: ThemeColorProps) {
  const id = useId();
  const shown = color === '' ? defaults[theme] : color;
  const contrast = accentContrast(shown, theme);
  const isReadable = contrast >= accentContrastMin;
  return (
    <div className="flex flex-col gap-2 rounded-md border border-line p-3">
      <div className="flex items-center gap-3">
        <input
          id={id}
          type="color"
          value={shown}
          aria-invalid={!isReadable}
          aria-describedby={`${id}-contrast`}
          onChange={(event) => onChange(event.target.value)}
          className="h-11 w-14 shrink-0 cursor-pointer rounded-md border border-field bg-canvas p-1"
        />
        <label htmlFor={id} className="min-w-0 grow">
          {t(`admin.color.${theme}`)}
        </label>
      </div>
      <p
        id={`${id}-contrast`}
        className={isReadable ? 'text-sm text-muted' : 'text-sm text-danger'}
      >
        {error ??
          t(isReadable ? 'admin.color.enough' : 'admin.color.tooLittle', {
            ratio: ratioFormat.format(contrast),
          })}
      </p>
      <div className="flex flex-wrap gap-2 empty:hidden">
        {!isReadable && (
          <Button
            size="sm"
            variant="secondary"
            onClick={() => onChange(toReadableAccent(shown, theme))}
          >
            {t('admin.color.adjust')}
          </Button>
        )}
        {color !== '' && (
          <Button size="sm" variant="secondary" onClick={() => onChange('')}>
            {t('admin.color.reset')}
          </Button>
        )}
      </div>
    </div>
  );
}
