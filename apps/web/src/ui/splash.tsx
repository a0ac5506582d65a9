import { Logo } from './logo.tsx';

/** The centered logo that index.html also shows while the app loads. */
export function Splash() {
  return (
    <div className="splash fixed inset-0 grid animate-pulse place-items-center text-accent">
      <Logo size={44} />
    </div>
  );
}
