import { t } from '../../../i18n/index.ts';

export const ruleTemplates = ['kind', 'hate', 'privacy', 'sensitive', 'spam', 'legal'] as const;

export type RuleTemplate = (typeof ruleTemplates)[number];

interface RuleTemplateFieldProps {
  value: readonly RuleTemplate[];
  onChange: (templates: readonly RuleTemplate[]) => void;
}

/** Chooses rules for a new instance. */
export function RuleTemplateField({ value, onChange }: RuleTemplateFieldProps) {
  const toggle = (template: RuleTemplate, isChosen: boolean) =>
    onChange(ruleTemplates.filter((each) => (each === template ? isChosen : value.includes(each))));
  return (
    <fieldset>
      <legend className="mb-2 text-sm text-muted">{t('admin.setup.rulesHint')}</legend>
      {ruleTemplates.map((template) => (
        <label
          key={template}
          className="-mx-2 flex min-h-11 items-center gap-3 rounded-md px-2 py-2 transition-colors hover:bg-hover"
        >
          <input
            type="checkbox"
            checked={value.includes(template)}
            onChange={(event) => toggle(template, event.target.checked)}
            className="size-5 shrink-0 accent-accent"
          />
          <span>
            {t(`admin.ruleTemplate.${template}`)}
            <span className="block text-sm text-muted">
              {t(`admin.ruleTemplate.${template}Text`)}
            </span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
