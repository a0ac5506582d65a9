import ChevronDown from 'lucide-react/icons/chevron-down';
import type { ComponentProps } from 'react';
import { Field } from './field.tsx';
import type { FieldProps } from './field.tsx';
import { classNames } from '../lib/class-names.ts';

type SelectFieldProps = ComponentProps<'select'> & Omit<FieldProps, 'renderControl'>;

/** A native select with a label. */
export function SelectField(props: SelectFieldProps) {
  const { label, labelAction, hint, error, className, ...select } = props;
  return (
    <Field
      {...{ label, labelAction, hint, error, className }}
      renderControl={(control) => (
        <div className="relative">
          <select
            {...select}
            {...control}
            className={classNames(control.className, 'appearance-none pr-10')}
          />
          <ChevronDown
            size="1.125rem"
            aria-hidden
            className="pointer-events-none absolute top-3.25 right-3 text-muted"
          />
        </div>
      )}
    />
  );
}
