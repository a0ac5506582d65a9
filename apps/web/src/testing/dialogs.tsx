import { act } from '@testing-library/react';
import { useLayoutEffect } from 'react';
import type { ReactNode } from 'react';
import { DialogsProvider, useDialogs, useOpenDialogs } from '../lib/dialogs.tsx';
import type {
  ComposerRequest,
  DialogActions,
  ReportRequest,
  ShellDialog,
} from '../lib/dialogs.tsx';

type Dialogs = DialogActions & ReturnType<typeof useOpenDialogs>;

let current: Dialogs | null = null;

/** Provides the shared dialogs, which the functions below open and read. */
export function TestDialogs({ children }: { children: ReactNode }) {
  return (
    <DialogsProvider>
      <Probe />
      {children}
    </DialogsProvider>
  );
}

function Probe() {
  const dialogs = { ...useDialogs(), ...useOpenDialogs() };
  useLayoutEffect(() => {
    current = dialogs;
    return () => {
      current = null;
    };
  });
  return null;
}

function change(run: (dialogs: Dialogs) => void): void {
  act(() => {
    if (current) run(current);
  });
}

export const openComposer = (request: ComposerRequest | null): void =>
  change((dialogs) => dialogs.openComposer(request));
export const closeComposer = (): void => openComposer(null);
export const openReport = (request: ReportRequest): void =>
  change((dialogs) => dialogs.openReport(request));
export const openShellDialog = (dialog: ShellDialog | null): void =>
  change((dialogs) => dialogs.openShellDialog(dialog));
export const closeShellDialog = (): void => openShellDialog(null);
/** What the composer and the report dialog are open for. */
export const composerRequest = () => current?.composer;
export const reportRequest = () => current?.report;
