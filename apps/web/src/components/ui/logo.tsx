interface LogoProps {
  size?: number;
  className?: string;
}

/** The mark: one thread that loops into an S. */
export function Logo({ size = 28, className }: LogoProps) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 32 32"
      fill="none"
      stroke="currentColor"
      strokeWidth="3"
      strokeLinecap="round"
      aria-hidden
      className={className}
    >
      <path d="M27 6.5C22 3.5 9 3 8.5 10.5 8 18.5 24 14 23.5 22.5 23 29 12.5 29.500 10.500 24 9 19.500 14.500 17.500 17 21 19.500 24.500 13 31 5 27" />
    </svg>
  );
}
