import type { Database } from '@skein/db';
import type { MediaStore } from '../../../modules/media/index.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { AdminRepository } from './admin.repository.ts';

/** What the commands of an administrator work with. */
export interface AdminContext {
  database: Database;
  repository: AdminRepository;
  clock: Clock;
  mediaStore: Pick<MediaStore, 'remove'>;
  publicUrl: URL;
  bcryptCost: number;
  /** Lower case: the owner of one of these addresses is an administrator, whatever the account's role. */
  adminEmails: readonly string[];
  /** Sets right what differs from the rows it follows from, and tells what that was. */
  repair(): Promise<{ name: string; rows: number }[]>;
}

/** The words after a command: what stands for itself, and what was given by name. */
export interface AdminArguments {
  words: readonly string[];
  options: Readonly<Record<string, string | boolean | undefined>>;
}

export interface AdminCommand {
  name: string;
  /** As in its usage: `<person>`. One word each. */
  parameters: readonly string[];
  options?: Readonly<Record<string, { type: 'string' | 'boolean'; says: string }>>;
  /** One line. */
  says: string;
  /** Carries it out, and gives what is to be printed. */
  run(context: AdminContext, given: AdminArguments): Promise<string[]>;
}
