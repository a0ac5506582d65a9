import { useId } from 'react';
import type { ComponentProps, ReactNode } from 'react';
import { classNames } from '../../lib/class-names.ts';

interface TextFieldProps extends ComponentProps<'input'> {
  label: string;
  hint?: string | undefined;
  /** What is wrong with the value; replaces the hint. */
  error?: string | undefined;
  /** Stands inside the field, at its end. */
  action?: ReactNode;
}

/** One line of input with its label above and its hint or error below. */
export function TextField({ label, hint, error, action, className, ...input }: TextFieldProps) {
  const id = useId();
  const note = error ?? hint;
  return (
    <div className={className}>
      <label htmlFor={id} className="mb-1.5 block text-sm font-medium">
        {label}
      </label>
      <div className="relative">
        <input
          {...input}
          id={id}
          aria-invalid={error !== undefined}
          aria-describedby={note === undefined ? undefined : `${id}-note`}
          className={classNames(
            'h-11 w-full rounded-md border bg-canvas px-3.5 transition-colors hover:border-ink focus:border-accent focus:outline-1 focus:-outline-offset-2 focus:outline-accent',
            error === undefined ? 'border-field' : 'border-danger',
            action !== undefined && 'pr-12',
          )}
        />
        {action !== undefined && <div className="absolute inset-y-0 right-0.5">{action}</div>}
      </div>
      {note !== undefined && (
        <p
          id={`${id}-note`}
          className={classNames(
            'mt-1.5 text-sm',
            error === undefined ? 'text-muted' : 'text-danger',
          )}
        >
          {note}
        </p>
      )}
    </div>
  );
}
