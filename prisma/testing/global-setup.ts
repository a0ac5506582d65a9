import type { TestProject } from 'vitest/node';
import { startTestDatabases, type TestDatabases } from './index.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Argument of `cloneDatabase`. */
    templateUrl: string;
    /** Argument of `copyMigratedDatabase`. */
    preparedDirectory: string;
  }
}

let databases: TestDatabases | undefined;

/** Vitest's global setup: one PostgreSQL for the whole run. */
export async function setup(project: TestProject): Promise<void> {
  databases = await startTestDatabases();
  project.provide('templateUrl', databases.templateUrl);
  project.provide('preparedDirectory', databases.preparedDirectory);
}

export async function teardown(): Promise<void> {
  await databases?.stop();
}
