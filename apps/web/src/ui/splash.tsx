import { Logo } from './logo.tsx';

/** The mark in the middle of an empty window, as index.html draws it while the app is on its way. */
export function Splash() {
  return (
    <div className="fixed inset-0 grid animate-pulse place-items-center text-accent">
      <Logo size={44} />
    </div>
  );
}
