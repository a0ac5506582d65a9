import type { SavedRules, SavedSettings, SiteSettings } from '@skein/contracts/instance';
import { useEffect, useRef, useState } from 'react';
import type { SubmitEvent } from 'react';
import { t } from '../../../i18n/index.ts';
import { Button } from '../../../ui/button.tsx';
import { useFinishSetup } from './finish-setup.mutation.ts';
import { AccentColorField } from '../settings/accent-color-field.tsx';
import { InstanceImages } from '../settings/instance-images.tsx';
import { RegistrationModeField } from '../settings/registration-mode-field.tsx';
import { ruleTemplates, RuleTemplateField } from '../settings/rule-template-field.tsx';
import type { RuleTemplate } from '../settings/rule-template-field.tsx';
import { SaveError } from '../shared/save-error.tsx';
import { SetupTextFields } from './setup-text-fields.tsx';

const steps = ['about', 'registration', 'rules', 'look'] as const;

interface SetupFormProps {
  saved: SavedSettings;
  savedRules: SavedRules;
  /** Whether it replaces a button that had the focus. */
  isContinued: boolean;
}

/** The most important settings of a new instance, in steps. Saved at the end. */
export function SetupForm({ saved, savedRules, isContinued }: SetupFormProps) {
  const [stepIndex, setStepIndex] = useState(0);
  const [settings, setSettings] = useState(saved.settings);
  const [templates, setTemplates] = useState<readonly RuleTemplate[]>(ruleTemplates);
  const headingRef = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (isContinued) headingRef.current?.focus();
  }, [isContinued]);
  const finish = useFinishSetup();
  const step = steps[stepIndex] ?? 'about';
  const isLast = stepIndex === steps.length - 1;
  const change = (changes: Partial<SiteSettings>) =>
    setSettings((current) => ({ ...current, ...changes }));
  const goTo = (index: number) => {
    setStepIndex(index);
    headingRef.current?.focus();
  };
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!isLast) {
      goTo(stepIndex + 1);
      return;
    }
    const rules = savedRules.rules.length > 0 ? [] : templates.map(toRule);
    const newRules = rules.length > 0 ? { version: savedRules.version, rules } : null;
    finish.mutate({ settings: { version: saved.version, settings }, rules: newRules });
  };
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-6 p-4">
      <div>
        <div className="flex items-center justify-between gap-2">
          <p className="text-sm text-muted">
            {t('admin.setup.progress', { step: stepIndex + 1, steps: steps.length })}
          </p>
          <Button
            size="sm"
            variant="quiet"
            className="-mr-3.5"
            disabled={finish.isPending}
            onClick={() => finish.mutate({ settings: null, rules: null })}
          >
            {t('admin.setup.skip')}
          </Button>
        </div>
        <h2 ref={headingRef} tabIndex={-1} className="text-xl font-semibold outline-none">
          {t(`admin.setup.${step}`)}
        </h2>
      </div>
      {step === 'about' && (
        <SetupTextFields value={settings} fixed={saved.fixed} onChange={change} />
      )}
      {step === 'registration' && (
        <RegistrationModeField
          value={settings.registrationMode}
          onChange={(registrationMode) => change({ registrationMode })}
        />
      )}
      {step === 'rules' &&
        (savedRules.rules.length > 0 ? (
          <p>{t('admin.setup.hasRules')}</p>
        ) : (
          <RuleTemplateField value={templates} onChange={setTemplates} />
        ))}
      {step === 'look' && (
        <>
          <InstanceImages kinds={['logo']} />
          <AccentColorField value={settings} onChange={change} />
        </>
      )}
      <SaveError error={finish.error} onReload={() => globalThis.location.reload()} />
      <div className="flex gap-2">
        <Button type="submit" isBusy={finish.isPending}>
          {t(isLast ? 'admin.setup.finish' : 'admin.setup.next')}
        </Button>
        {stepIndex > 0 && (
          <Button variant="secondary" onClick={() => goTo(stepIndex - 1)}>
            {t('admin.setup.back')}
          </Button>
        )}
      </div>
    </form>
  );
}

const toRule = (template: RuleTemplate) => ({
  title: t(`admin.ruleTemplate.${template}`),
  description: t(`admin.ruleTemplate.${template}Text`),
});
