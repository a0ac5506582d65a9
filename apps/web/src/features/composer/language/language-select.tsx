import Languages from 'lucide-react/icons/languages';
import { t } from '../../../i18n/index.ts';
import { nameLanguageForReader, selectableLanguages } from '../../../lib/language.ts';
import type { ComposerAction, ComposerState } from '../editor/composer-reducer.ts';
import { InlineSelect } from '../editor/inline-select.tsx';
import { useDetectedLanguage } from './use-detected-language.ts';

interface LanguageSelectProps {
  state: Pick<ComposerState, 'text' | 'parts' | 'language'>;
  dispatch: (action: ComposerAction) => void;
}

/** The language of the text: the detected one, until the author selects another. */
export function LanguageSelect({ state, dispatch }: LanguageSelectProps) {
  const { text, parts, language } = state;
  const detected = useDetectedLanguage([text, ...parts.map((part) => part.text)].join('\n'));
  const shown = language ?? detected;
  const tags = new Set([...selectableLanguages, ...(language === null ? [] : [language])]);
  return (
    <InlineSelect
      icon={Languages}
      label={t('composer.language')}
      text={shown === null ? t('composer.language.detect') : nameLanguageForReader(shown)}
      value={language ?? ''}
      onChange={(tag) => dispatch({ type: 'language-changed', language: tag === '' ? null : tag })}
      options={[
        { value: '', label: t('composer.language.detect') },
        ...[...tags]
          .map((value) => ({ value, label: nameLanguageForReader(value) }))
          .toSorted((a, b) => a.label.localeCompare(b.label)),
      ]}
    />
  );
}
