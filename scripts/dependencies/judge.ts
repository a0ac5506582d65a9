import { allowedLicences, knownBadVersions, licenceExceptions, statedElsewhere } from './policy.ts';
import type { KnownBad } from './policy.ts';

export interface PackageVersion {
  name: string;
  version: string;
}

/** A package as it is installed, with the licence that its manifest states in whatever way. */
export interface InstalledPackage extends PackageVersion {
  licence: unknown;
}

/** What is wrong with the terms of a package; null for nothing. */
export function findLicenceFault({ name, version, licence }: InstalledPackage): string | null {
  const stated = toExpression(licence) ?? statedElsewhere[name];
  if (stated === undefined) return `${name}@${version} states no licence`;
  if (isAllowed(stated) || exceptionFor(name)?.licence === stated) return null;
  return `${name}@${version} is under ${stated}, which is not on the list`;
}

/** Why that version must not be used; null where nothing is known against it. */
export function findKnownFault({ name, version }: PackageVersion): string | null {
  const known = knownBadVersions.find(
    (bad) =>
      bad.name === name &&
      (bad.versions?.includes(version) === true ||
        (bad.below !== undefined && isBelow(version, bad.below) && !isBackport(version, bad))),
  );
  return known === undefined ? null : `${name}@${version}: ${known.reason}`;
}

/** Today's manifests name an expression; old ones an object, or a list of them to choose from. */
function toExpression(licence: unknown): string | undefined {
  if (typeof licence === 'string') return licence;
  if (Array.isArray(licence)) {
    const choices = licence.map(toExpression).filter((choice) => choice !== undefined);
    return choices.length === 0 ? undefined : choices.join(' OR ');
  }
  const isTyped = typeof licence === 'object' && licence !== null && 'type' in licence;
  return isTyped ? toExpression(licence.type) : undefined;
}

/** An expression without parentheses inside others, of which there are none. */
function isAllowed(expression: string): boolean {
  const plain = expression.replaceAll(/[()]/g, '');
  return plain
    .split(/ OR /i)
    .some((choice) => choice.split(/ AND /i).every((term) => allowedLicences.has(term.trim())));
}

function exceptionFor(name: string) {
  const [, exception] =
    Object.entries(licenceExceptions).find(([pattern]) =>
      pattern.endsWith('*') ? name.startsWith(pattern.slice(0, -1)) : name === pattern,
    ) ?? [];
  return exception;
}

/** Whether an earlier major version has the fix as well. */
function isBackport(version: string, { backports = [] }: KnownBad): boolean {
  const [major] = toNumbers(version);
  return backports.some((fixed) => toNumbers(fixed)[0] === major && !isBelow(version, fixed));
}

function isBelow(version: string, limit: string): boolean {
  const [own, other] = [toNumbers(version), toNumbers(limit)];
  const differing = own.findIndex((number, index) => number !== other[index]);
  return differing !== -1 && (own[differing] ?? 0) < (other[differing] ?? 0);
}

/** What stands behind the three numbers is left out. */
function toNumbers(version: string): number[] {
  return (version.split(/[-+]/, 1)[0] ?? '').split('.').map(Number);
}
