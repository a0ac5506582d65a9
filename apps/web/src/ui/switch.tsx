import { useId } from 'react';
import type { ComponentProps } from 'react';
import { classNames } from '../lib/class-names.ts';

interface SwitchProps extends Omit<ComponentProps<'input'>, 'type' | 'role' | 'className'> {
  label: string;
  hint?: string;
}

/** A switch with a label and an optional hint. */
export function Switch({ label, hint, ...input }: SwitchProps) {
  const id = useId();
  return (
    <div
      className={classNames(
        'flex justify-between gap-6',
        hint === undefined ? 'items-center' : 'items-start',
      )}
    >
      <div>
        <label htmlFor={id} className="font-medium">
          {label}
        </label>
        {hint !== undefined && (
          <p id={`${id}-hint`} className="mt-0.5 text-sm text-muted">
            {hint}
          </p>
        )}
      </div>
      <input
        {...input}
        id={id}
        type="checkbox"
        // A native checkbox exposes its state itself.
        // oxlint-disable-next-line jsx-a11y/role-has-required-aria-props
        role="switch"
        aria-describedby={hint === undefined ? undefined : `${id}-hint`}
        className="finger relative mt-0.5 h-6 w-11 shrink-0 cursor-pointer appearance-none rounded-full bg-field transition-colors before:absolute before:top-0.5 before:left-0.5 before:size-5 before:rounded-full before:bg-canvas before:transition-transform checked:bg-accent checked:before:translate-x-5 disabled:cursor-default disabled:opacity-60"
      />
    </div>
  );
}
