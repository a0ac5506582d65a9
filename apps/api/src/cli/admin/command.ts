import type { EmailModule } from '../../platform/email/index.ts';
import type { Services } from '../../server/composition-root.ts';
import type { InstanceSettings } from '../../server/instance-settings.ts';

/** The dependencies of the admin commands. The modules are those of the server. */
export interface AdminContext
  extends
    Services,
    Pick<InstanceSettings, 'adminEmails' | 'bcryptCost' | 'clock' | 'database' | 'publicUrl'> {
  sendTestEmail: EmailModule['sendTest'];
  /** Repairs derived data that differs from its source rows and returns the number of changed rows. */
  repair(): Promise<{ name: string; rows: number }[]>;
  /** Rebuilds all indexes and returns the number of tables. */
  reindex(): Promise<number>;
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
