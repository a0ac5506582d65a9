import { readMeta } from '../lib/instance.ts';

interface LogoProps {
  /** The size in px at the default text size. */
  size?: number;
  className?: string;
}

const source = readMeta('logo');

/** The logo of the instance, or Skein's: one thread that loops into an S. */
export function Logo({ size = 28, className }: LogoProps) {
  const length = `${size / 16}rem`;
  if (source !== '') {
    return <img src={source} alt="" style={{ width: length, height: length }} />;
  }
  return (
    <svg
      width={length}
      height={length}
      viewBox="0 0 32 32"
      fill="none"
      stroke="currentColor"
      strokeWidth="2.6"
      strokeLinecap="round"
      aria-hidden
      className={className}
    >
      <path d="M26.5 7C23 2 8 1.5 6.5 10 5.5 16 12 18.5 17 17.5 22 16.5 22.5 10 17.5 10 12.5 10 12 15.5 16 17.2 20 19 26 18 25.5 23.5 25 30.5 9 31 5.5 25" />
    </svg>
  );
}
