import { useId } from 'react';

interface RadioGroupProps<Value extends string> {
  label: string;
  value: Value;
  options: readonly { value: Value; label: string }[];
  onChange: (value: Value) => void;
}

/** Radio buttons in a row, styled as segments. */
export function RadioGroup<Value extends string>(props: RadioGroupProps<Value>) {
  const { label, value, options, onChange } = props;
  const name = useId();
  return (
    <fieldset className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
      <legend className="float-left font-medium">{label}</legend>
      <div className="flex flex-wrap rounded-[1.25rem] border border-field p-0.5">
        {options.map((option) => (
          <label
            key={option.value}
            className="finger rounded-full px-4 py-1.5 text-sm font-medium transition-colors hover:bg-hover has-checked:bg-ink has-checked:text-inverse has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent"
          >
            <input
              type="radio"
              name={name}
              checked={option.value === value}
              onChange={() => onChange(option.value)}
              className="sr-only"
            />
            {option.label}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
