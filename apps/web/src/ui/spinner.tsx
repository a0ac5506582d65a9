interface SpinnerProps {
  /** The size in px at the default text size. */
  size?: number;
  /** For screen readers. Omit it if adjacent text says the same. */
  label?: string;
}

export function Spinner({ size = 20, label }: SpinnerProps) {
  return (
    <svg
      width={`${size / 16}rem`}
      height={`${size / 16}rem`}
      viewBox="0 0 20 20"
      fill="none"
      strokeWidth="2.25"
      strokeLinecap="round"
      className="shrink-0 animate-spin"
      role={label === undefined ? undefined : 'img'}
      aria-label={label}
      aria-hidden={label === undefined || undefined}
    >
      <circle cx="10" cy="10" r="8" stroke="currentColor" opacity="0.25" />
      <path d="M10 2a8 8 0 0 1 8 8" stroke="currentColor" />
    </svg>
  );
}
