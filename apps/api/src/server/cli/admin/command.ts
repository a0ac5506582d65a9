import type { Database } from '@skein/db';
import type { Announcements, SiteSettingsStore } from '../../../modules/instance/index.ts';
import type { MediaStore } from '../../../modules/media/index.ts';
import type { EmailModule } from '../../../platform/email/index.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { AdminRepository } from './admin.repository.ts';

/** The dependencies of the admin commands. */
export interface AdminContext {
  database: Database;
  repository: AdminRepository;
  clock: Clock;
  siteSettings: SiteSettingsStore;
  announcements: Pick<Announcements, 'create' | 'listAll' | 'remove'>;
  mediaStore: Pick<MediaStore, 'remove'>;
  publicUrl: URL;
  bcryptCost: number;
  /** Lower case. The owners of these addresses are administrators regardless of their role. */
  adminEmails: readonly string[];
  sendTestEmail: EmailModule['sendTest'];
  /** Repairs derived data that differs from its source rows and returns the number of changed rows. */
  repair(): Promise<{ name: string; rows: number }[]>;
}

/** The arguments after the name of a command. */
export interface AdminArguments {
  positionals: readonly string[];
  options: Readonly<Record<string, string | boolean | undefined>>;
}

export interface AdminCommand {
  name: string;
  /** The names of positional arguments in the usage line. */
  parameters: readonly string[];
  options?: Readonly<Record<string, { type: 'string' | 'boolean'; description: string }>>;
  /** One line. */
  description: string;
  /** Executes the command and returns the lines to print. */
  run(context: AdminContext, given: AdminArguments): Promise<string[]>;
}
