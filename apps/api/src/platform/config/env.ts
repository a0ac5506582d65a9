import { z } from 'zod';
import { databaseFields, databaseSettings } from './database-settings.ts';
import { emailFields } from './email-settings.ts';
import { federationFields, findDomainMistake } from './federation-settings.ts';
import type { FederationSettings } from './federation-settings.ts';
import { getReference, readVariables } from './fields.ts';
import { instanceFields } from './instance-settings.ts';
import { limitFields, limitSettings } from './rate-limit-rules.ts';
import { securityFields, securitySettings } from './security-settings.ts';
import { serverFields, serverSettings } from './server-settings.ts';
import { serviceFields, serviceSettings } from './service-settings.ts';
import { tracingFields, tracingSettings } from './tracing-settings.ts';
import { uploadFields, uploadSettings } from './upload-settings.ts';

const bcryptCostMinInProduction = 10;

/** The settings by topic, in the order of the documentation. */
export const settingGroups = {
  server: { title: 'Server', fields: serverFields },
  instance: { title: 'Instance', fields: instanceFields },
  database: { title: 'Database', fields: databaseFields },
  uploads: { title: 'Uploads', fields: uploadFields },
  email: { title: 'Email and push', fields: emailFields },
  security: { title: 'Security', fields: securityFields },
  services: { title: 'External services', fields: serviceFields },
  limits: { title: 'Limits', fields: limitFields },
  federation: { title: 'Federation', fields: federationFields },
  traces: { title: 'Traces', fields: tracingFields },
} satisfies Record<string, { title: string; fields: Record<string, z.ZodType> }>;

/** Validates all settings, and combines those that belong together. */
const environmentSchema = z
  .object({
    server: serverSettings,
    instance: z.object(instanceFields),
    database: databaseSettings,
    uploads: uploadSettings,
    email: z.object(emailFields),
    security: securitySettings,
    services: serviceSettings,
    limits: limitSettings,
    federation: z.object(federationFields),
    traces: tracingSettings,
  } satisfies Record<keyof typeof settingGroups, z.ZodType>)
  .superRefine(requireProductionSafety)
  .superRefine(requireFederationDomain)
  .transform((groups) => {
    const { server, instance, database, uploads, email, security, services, limits, traces } =
      groups;
    const { instanceName, instanceDescription, hasLinkCards, ...publication } = instance;
    const { uploadLimits, ...storage } = uploads;
    return {
      ...server,
      ...publication,
      ...database,
      ...storage,
      ...email,
      ...security,
      ...services,
      ...limits,
      // All connections are those of the proxy.
      connectionsPerAddressMax:
        server.trustedProxies > 0 ? Infinity : limits.connectionsPerAddressMax,
      tracingSettings: traces,
      /** Undefined unless the instance is connected with other servers. */
      federation: toFederationSettings(groups.federation, server.publicUrl),
      remoteMediaBytes: groups.federation.remoteMediaBytes,
      remoteThreadDays: groups.federation.remoteThreadDays,
      /** Undefined for those that administrators set in the browser. */
      fixedSettings: {
        name: instanceName,
        description: instanceDescription,
        hasLinkCards,
        ...uploadLimits,
      },
    };
  });

export type Env = Required<z.output<typeof environmentSchema>> & {
  /** The PATH variable, to find system programs. */
  searchPath: string | undefined;
};

/** The names of all environment variables. */
export const settingNames: readonly string[] = Object.values(settingGroups).flatMap(({ fields }) =>
  Object.values<z.ZodType>(fields).map((schema) => getReference(schema).variable),
);

/** Invalid settings, one line per mistake. */
export class ConfigurationError extends Error {}

/**
 * Reads and validates all environment variables. Empty variables count as unset.
 * @throws ConfigurationError
 */
export function readEnv(source: Readonly<Record<string, string | undefined>>): Env {
  const groups = Object.entries(settingGroups).map(([group, { fields }]) => [
    group,
    readVariables(fields, source),
  ]);
  const result = environmentSchema.safeParse(Object.fromEntries(groups));
  if (!result.success) {
    throw new ConfigurationError(
      result.error.issues.map(({ path, message }) => `${toVariable(path)}: ${message}`).join('\n'),
    );
  }
  // `readVariables` returns every setting, so that those without a value are present as undefined.
  const settings = result.data as Required<typeof result.data>;
  return { ...settings, searchPath: source['PATH'] };
}

function toVariable([group, field]: readonly PropertyKey[]): string {
  const { fields }: { fields: Record<PropertyKey, z.ZodType> } =
    // The path begins with the group and the setting in it.
    settingGroups[group as keyof typeof settingGroups];
  const schema = fields[field ?? ''];
  return schema === undefined ? String(field) : getReference(schema).variable;
}

type FederationGroup = z.output<z.ZodObject<typeof federationFields>>;

function toFederationSettings(
  { isFederated, handleDomain }: FederationGroup,
  { host }: URL,
): FederationSettings | undefined {
  return isFederated ? { domain: host, handleDomain: handleDomain ?? host } : undefined;
}

function requireFederationDomain(
  { server, federation }: { server: z.output<typeof serverSettings>; federation: FederationGroup },
  context: z.RefinementCtx,
): void {
  const message = federation.isFederated ? findDomainMistake(server.publicUrl) : null;
  if (message !== null)
    context.addIssue({ code: 'custom', path: ['server', 'publicUrl'], message });
}

interface Groups {
  server: z.output<typeof serverSettings>;
  security: z.output<typeof securitySettings>;
  limits: z.output<typeof limitSettings>;
}

function requireProductionSafety({ server, security, limits }: Groups, context: z.RefinementCtx) {
  if (server.environment !== 'production') return;
  const { jwtSecret, jwtSecretFile, bcryptCost } = security;
  const require = (path: string[], isMet: boolean, message: string) => {
    if (!isMet) context.addIssue({ code: 'custom', path, message });
  };
  require(['security', 'jwtSecret'], jwtSecret !== undefined ||
    jwtSecretFile !==
      undefined, 'is required in production; generate one with: openssl rand -hex 32');
  require(['security', 'jwtSecret'], jwtSecret === undefined ||
    new Set(jwtSecret).size >= 8, 'is too easy to guess; generate one with: openssl rand -hex 32');
  require(['limits', 'factor'], limits.rateLimitRules !==
    null, 'must be more than 0 in production');
  require(['security', 'bcryptCost'], bcryptCost >=
    bcryptCostMinInProduction, `must be at least ${bcryptCostMinInProduction} in production`);
}
