import { useId } from 'react';
import type { ReactNode } from 'react';
import { classNames } from '../lib/class-names.ts';

interface ControlProps {
  id: string;
  'aria-invalid': boolean;
  'aria-describedby': string | undefined;
  className: string;
}

export interface FieldProps {
  label: string;
  /** Shown next to the label. */
  labelAction?: ReactNode;
  hint?: string | undefined;
  /** The validation error. Replaces the hint. */
  error?: string | undefined;
  className?: string | undefined;
  /** Renders the control. It must pass all these props to it. */
  renderControl: (props: ControlProps) => ReactNode;
}

/** A form control with its label above and its hint or error below. */
export function Field(props: FieldProps) {
  const { label, labelAction, hint, error, className, renderControl } = props;
  const id = useId();
  const note = error ?? hint;
  return (
    <div className={className}>
      <div className="mb-1.5 flex items-center gap-1">
        <label htmlFor={id} className="text-sm font-medium">
          {label}
        </label>
        {labelAction}
      </div>
      {renderControl({
        id,
        'aria-invalid': error !== undefined,
        'aria-describedby': note === undefined ? undefined : `${id}-note`,
        className: classNames(
          'h-11 w-full rounded-md border bg-canvas px-3.5 transition-colors enabled:hover:border-ink focus:border-accent focus:outline-1 focus:-outline-offset-2 focus:outline-accent scroll-my-44 disabled:border-line disabled:bg-sunken',
          error === undefined ? 'border-field' : 'border-danger',
        ),
      })}
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
