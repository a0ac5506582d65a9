import { useEffect, useRef } from 'react';
import X from 'lucide-react/icons/x';
import type { CurrentUser } from '@skein/contracts/users';
import { t } from '../../i18n/index.ts';
import { firstSteps, saveFirstSteps } from '../../lib/first-steps.ts';
import type { FirstStep } from '../../lib/first-steps.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { DeviceStep } from './device-step.tsx';
import { ImportStep } from './import-step.tsx';
import { PeopleStep } from './people-step.tsx';
import { ProfileStep } from './profile-step.tsx';
import type { StepProps } from './step-buttons.tsx';

interface FirstStepsProps {
  user: CurrentUser;
  step: FirstStep;
}

/** What a new user can do first, one step at a time. The profile menu opens it again. */
export function FirstSteps({ user, step }: FirstStepsProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const shownStep = useRef(step);
  useEffect(() => {
    if (shownStep.current === step) return;
    shownStep.current = step;
    // The clicked button is gone, and a lower step may begin above the window.
    heading.current?.focus();
  }, [step]);
  const index = firstSteps.indexOf(step);
  const show = (target: FirstStep) => saveFirstSteps(user.id, { step: target, isOpen: true });
  const [previous, next] = [firstSteps[index - 1], firstSteps[index + 1]];
  const close = (target: FirstStep) => saveFirstSteps(user.id, { step: target, isOpen: false });
  const props: StepProps = {
    onBack: previous && (() => show(previous)),
    onNext: () => (next ? show(next) : close('profile')),
    isLast: next === undefined,
  };
  return (
    <section
      aria-labelledby="first-steps"
      className="flex flex-col gap-4 border-b border-line bg-welcome p-4"
    >
      <header className="flex items-start gap-2">
        <div className="min-w-0 grow">
          <p className="text-sm text-muted">
            {t('firstSteps.position', { position: index + 1, count: firstSteps.length })}
          </p>
          <h2
            ref={heading}
            id="first-steps"
            tabIndex={-1}
            className="scroll-mt-24 text-lg font-semibold outline-none"
          >
            {t(`firstSteps.${step}`)}
          </h2>
          <p className="mt-0.5 text-muted">{t(`firstSteps.${step}Text`)}</p>
        </div>
        <IconButton icon={X} label={t('firstSteps.close')} onClick={() => close(step)} />
      </header>
      {step === 'profile' && <ProfileStep user={user} {...props} />}
      {step === 'people' && <PeopleStep {...props} />}
      {step === 'import' && <ImportStep {...props} />}
      {step === 'device' && <DeviceStep {...props} />}
    </section>
  );
}
