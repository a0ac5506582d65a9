import type { ReactNode } from 'react';
import { Link } from 'wouter';

interface SettingsLinkProps {
  to: string;
  /** Whether the server renders the page, outside the app. */
  isServerPage?: boolean;
  children: ReactNode;
}

const linkClass =
  'finger inline-flex h-10 shrink-0 items-center rounded-full border border-line px-5 font-semibold transition-colors hover:bg-hover active:bg-pressed';

/** A link that looks like a button. */
export function SettingsLink({ to, isServerPage = false, children }: SettingsLinkProps) {
  return isServerPage ? (
    <a href={to} className={linkClass}>
      {children}
    </a>
  ) : (
    <Link to={to} className={linkClass}>
      {children}
    </Link>
  );
}
