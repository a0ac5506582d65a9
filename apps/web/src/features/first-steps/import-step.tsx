import { AccountsImportForm } from '../settings/data/import-form.tsx';
import { ImportList } from '../settings/data/import-list.tsx';
import { StepButtons } from './step-buttons.tsx';
import type { StepProps } from './step-buttons.tsx';

/** Follows from the export of Mastodon, or from another CSV file. */
export function ImportStep(step: StepProps) {
  return (
    <>
      <AccountsImportForm kind="follows" canOverwrite={false} />
      <ImportList isShown />
      <StepButtons {...step} />
    </>
  );
}
