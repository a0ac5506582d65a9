import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { classNames } from '../../../lib/class-names.ts';

interface SettingsLinkProps {
  to: string;
  /** Whether the server renders the page, outside the app. */
  isServerPage?: boolean;
  /** Uses the same sizes as buttons. */
  size?: keyof typeof sizes;
  children: ReactNode;
}

const linkClass =
  'finger inline-flex max-w-full items-center rounded-full border border-line font-semibold transition-colors hover:bg-hover active:bg-pressed';

const sizes = { sm: 'min-h-8 px-3.5 py-1 text-sm', md: 'min-h-10 px-5 py-1.5' };

/** A link that looks like a button. */
export function SettingsLink(props: SettingsLinkProps) {
  const { to, isServerPage = false, size = 'md', children } = props;
  const className = classNames(linkClass, sizes[size]);
  return isServerPage ? (
    <a href={to} className={className}>
      {children}
    </a>
  ) : (
    <Link to={to} className={className}>
      {children}
    </Link>
  );
}
