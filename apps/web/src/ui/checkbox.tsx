import type { ComponentProps, ReactNode } from 'react';

interface CheckboxProps extends Omit<ComponentProps<'input'>, 'type'> {
  children: ReactNode;
}

export function Checkbox({ children, ...input }: CheckboxProps) {
  return (
    <label className="flex min-h-6 w-fit items-center gap-2.5 pointer-coarse:min-h-10">
      <input {...input} type="checkbox" className="size-4.5 shrink-0 accent-accent" />
      <span>{children}</span>
    </label>
  );
}
