import { allowedLicenses, knownBadVersions, licenseExceptions, knownLicenses } from './policy.ts';
import type { KnownBad } from './policy.ts';

export interface PackageVersion {
  name: string;
  version: string;
}

/** An installed package with the license field of its manifest in any format. */
export interface InstalledPackage extends PackageVersion {
  license: unknown;
}

/** Describes an unacceptable license, or returns null. */
export function findLicenseFault({ name, version, license }: InstalledPackage): string | null {
  const licenseExpression = toExpression(license) ?? knownLicenses[name];
  if (licenseExpression === undefined) return `${name}@${version} has no license`;
  if (isAllowed(licenseExpression) || exceptionFor(name)?.license === licenseExpression)
    return null;
  return `${name}@${version} has the license ${licenseExpression}, which is not allowed`;
}

/** Describes why a version is forbidden, or returns null. */
export function findKnownFault({ name, version }: PackageVersion): string | null {
  const known = knownBadVersions.find(
    (bad) =>
      bad.name === name &&
      (bad.versions?.includes(version) === true ||
        (bad.below !== undefined && isBelow(version, bad.below) && !isBackport(version, bad))),
  );
  return known === undefined ? null : `${name}@${version}: ${known.reason}`;
}

/** Current manifests have an SPDX expression; old ones an object or an array of alternatives. */
function toExpression(license: unknown): string | undefined {
  if (typeof license === 'string') return license;
  if (Array.isArray(license)) {
    const choices = license.map(toExpression).filter((choice) => choice !== undefined);
    return choices.length === 0 ? undefined : choices.join(' OR ');
  }
  const isTyped = typeof license === 'object' && license !== null && 'type' in license;
  return isTyped ? toExpression(license.type) : undefined;
}

/** Evaluates an SPDX expression without nested parentheses. */
function isAllowed(expression: string): boolean {
  const plain = expression.replaceAll(/[()]/g, '');
  return plain
    .split(/ OR /i)
    .some((choice) => choice.split(/ AND /i).every((term) => allowedLicenses.has(term.trim())));
}

function exceptionFor(name: string) {
  const [, exception] =
    Object.entries(licenseExceptions).find(([pattern]) =>
      pattern.endsWith('*') ? name.startsWith(pattern.slice(0, -1)) : name === pattern,
    ) ?? [];
  return exception;
}

/** Whether the fix was backported to the version's release line. */
function isBackport(version: string, { backports = [] }: KnownBad): boolean {
  const [major] = toNumbers(version);
  return backports.some((fixed) => toNumbers(fixed)[0] === major && !isBelow(version, fixed));
}

function isBelow(version: string, limit: string): boolean {
  const [ownNumbers, limitNumbers] = [toNumbers(version), toNumbers(limit)];
  const differing = ownNumbers.findIndex((number, index) => number !== limitNumbers[index]);
  return differing !== -1 && (ownNumbers[differing] ?? 0) < (limitNumbers[differing] ?? 0);
}

/** Ignores prerelease and build identifiers. */
function toNumbers(version: string): number[] {
  return (version.split(/[-+]/, 1)[0] ?? '').split('.').map(Number);
}
