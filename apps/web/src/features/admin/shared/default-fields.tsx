import { defaultLanguages, defaultThemes } from '@skein/contracts/administration';
import type { DefaultLanguage, DefaultTheme } from '@skein/contracts/administration';
import type { SiteSettings } from '@skein/contracts/instance';
import { t } from '../../../i18n/index.ts';
import { hasFederation } from '../../../lib/instance.ts';
import { nameLanguage } from '../../../lib/language.ts';
import { SelectField } from '../../../ui/select-field.tsx';
import { Switch } from '../../../ui/switch.tsx';

type Settings = Pick<
  SiteSettings,
  | 'defaultTheme'
  | 'defaultLanguage'
  | 'showsTrends'
  | 'listsRemoteThreads'
  | 'hasLinkCards'
  | 'hasPush'
  | 'listsPeers'
>;

interface DefaultFieldsProps {
  value: Settings;
  /** Undefined for a field that is not set on the server. */
  findVariable: (field: keyof Settings) => string | undefined;
  onChange: (changes: Partial<Settings>) => void;
}

const toggles = [
  { field: 'showsTrends', label: 'admin.settings.trends', hint: 'admin.settings.trendsHint' },
  {
    field: 'listsRemoteThreads',
    label: 'admin.settings.remoteThreads',
    hint: 'admin.settings.remoteThreadsHint',
  },
  {
    field: 'hasLinkCards',
    label: 'admin.settings.linkCards',
    hint: 'admin.settings.linkCardsHint',
  },
  { field: 'hasPush', label: 'admin.settings.push', hint: 'admin.settings.pushHint' },
  { field: 'listsPeers', label: 'admin.settings.peers', hint: 'admin.settings.peersHint' },
] as const;

// These fields have no effect on an instance that does not connect with other servers.
const federationFields = new Set<keyof Settings>(['listsRemoteThreads', 'listsPeers']);

/** What new visitors see, and features that can be turned off. */
export function DefaultFields({ value, findVariable, onChange }: DefaultFieldsProps) {
  return (
    <>
      <div className="grid gap-6 sm:grid-cols-2">
        <SelectField
          label={t('admin.settings.theme')}
          hint={t('admin.settings.themeHint')}
          value={value.defaultTheme}
          // The options are all values.
          onChange={(event) => onChange({ defaultTheme: event.target.value as DefaultTheme })}
        >
          {defaultThemes.map((theme) => (
            <option key={theme} value={theme}>
              {t(`admin.settings.theme.${theme}`)}
            </option>
          ))}
        </SelectField>
        <SelectField
          label={t('admin.settings.language')}
          hint={t('admin.settings.languageHint')}
          value={value.defaultLanguage}
          onChange={(event) => onChange({ defaultLanguage: event.target.value as DefaultLanguage })}
        >
          {defaultLanguages.map((language) => (
            <option key={language} value={language}>
              {language === 'browser'
                ? t('admin.settings.language.browser')
                : nameLanguage(language)}
            </option>
          ))}
        </SelectField>
      </div>
      {toggles.map(({ field, label, hint }) => {
        if (federationFields.has(field) && !hasFederation()) return null;
        const variable = findVariable(field);
        return (
          <Switch
            key={field}
            label={t(label)}
            hint={variable === undefined ? t(hint) : t('admin.settings.fixed', { variable })}
            checked={value[field]}
            disabled={variable !== undefined}
            onChange={(event) => onChange({ [field]: event.target.checked })}
          />
        );
      })}
    </>
  );
}
