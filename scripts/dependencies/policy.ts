// Rules for packages in the lockfile. Replace a rejected package or add an exception with its reason.

/** Licenses that allow use and redistribution as part of Skein. */
export const allowedLicenses: ReadonlySet<string> = new Set([
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'Unlicense',
  'Zlib',
]);

/** Packages with other licenses and the reasons to allow them. */
export const licenseExceptions: Readonly<Record<string, { license: string; reason: string }>> = {
  argparse: { license: 'Python-2.0', reason: 'a part of a tool for development, unchanged' },
  'axe-core': { license: 'MPL-2.0', reason: 'runs in tests, unchanged' },
  lightningcss: { license: 'MPL-2.0', reason: 'builds the web app, unchanged' },
  'lightningcss-*': { license: 'MPL-2.0', reason: 'builds the web app, unchanged' },
  'libheif-js': { license: 'LGPL-3.0', reason: 'a WebAssembly module, unchanged' },
  'web-push': { license: 'MPL-2.0', reason: 'used unchanged, in separate files' },
  '@fontsource-variable/inter': { license: 'OFL-1.1', reason: 'a font, distributed unchanged' },
  '@img/sharp-libvips-*': { license: 'LGPL-3.0-or-later', reason: 'a shared library, unchanged' },
  'caniuse-lite': { license: 'CC-BY-4.0', reason: 'data that is read while building' },
  elkjs: { license: 'EPL-2.0', reason: 'a part of a tool for development, unchanged' },
};

/** Licenses of packages whose manifest is missing or wrong, from their license text. */
export const knownLicenses: Readonly<Record<string, string>> = {
  'humanize-number': 'MIT',
};

export interface KnownBad {
  name: string;
  /** Exactly these versions, */
  versions?: readonly string[];
  /** or all versions before this one. */
  below?: string;
  /** Backports: fixed from each of these on within its major version. */
  backports?: readonly string[];
  reason: string;
}

const compromised = 'was published from a compromised maintainer account';

/**
 * Forbidden versions. The compromised ones were compared with the registry on 21 November 2026: all had
 * been removed.
 */
export const knownBadVersions: readonly KnownBad[] = [
  { name: '@ctrl/tinycolor', versions: ['4.1.1', '4.1.2'], reason: compromised },
  { name: 'ansi-regex', versions: ['6.2.1'], reason: compromised },
  { name: 'ansi-styles', versions: ['6.2.2'], reason: compromised },
  { name: 'axios', versions: ['0.30.4', '1.14.1'], reason: compromised },
  { name: 'backslash', versions: ['0.2.1'], reason: compromised },
  { name: 'chalk', versions: ['5.6.1'], reason: compromised },
  { name: 'chalk-template', versions: ['1.1.1'], reason: compromised },
  {
    name: 'coa',
    versions: ['2.0.3', '2.0.4', '2.1.1', '2.1.3', '3.0.1', '3.1.3'],
    reason: compromised,
  },
  { name: 'color', versions: ['5.0.1'], reason: compromised },
  { name: 'color-convert', versions: ['3.1.1'], reason: compromised },
  { name: 'color-name', versions: ['2.0.1'], reason: compromised },
  { name: 'color-string', versions: ['2.1.1'], reason: compromised },
  { name: 'debug', versions: ['4.4.2'], reason: compromised },
  { name: 'error-ex', versions: ['1.3.3'], reason: compromised },
  {
    name: 'eslint-config-prettier',
    versions: ['8.10.1', '9.1.1', '10.1.6', '10.1.7'],
    reason: compromised,
  },
  { name: 'eslint-scope', versions: ['3.7.2'], reason: compromised },
  { name: 'event-stream', versions: ['3.3.6'], reason: compromised },
  { name: 'flatmap-stream', below: '999.0.0', reason: 'steals wallets' },
  { name: 'has-ansi', versions: ['6.0.1'], reason: compromised },
  { name: 'is-arrayish', versions: ['0.3.3'], reason: compromised },
  { name: 'node-ipc', versions: ['9.1.6', '9.2.3', '12.0.1'], reason: compromised },
  {
    name: 'nx',
    versions: ['20.9.0', '20.10.0', '20.11.0', '20.12.0', '21.5.0', '21.6.0', '21.7.0', '21.8.0'],
    reason: compromised,
  },
  { name: 'rc', versions: ['1.2.9', '1.3.9', '2.3.9'], reason: compromised },
  { name: 'simple-swizzle', versions: ['0.2.3'], reason: compromised },
  { name: 'slice-ansi', versions: ['7.1.1'], reason: compromised },
  { name: 'strip-ansi', versions: ['7.1.1'], reason: compromised },
  { name: 'supports-color', versions: ['10.2.1'], reason: compromised },
  { name: 'supports-hyperlinks', versions: ['4.1.1'], reason: compromised },
  { name: 'ua-parser-js', versions: ['0.7.29', '0.8.0', '1.0.0'], reason: compromised },
  { name: 'wrap-ansi', versions: ['9.0.1'], reason: compromised },
  { name: 'colors', versions: ['1.4.1', '1.4.2'], reason: 'was sabotaged by its maintainer' },
  { name: 'faker', versions: ['6.6.6'], reason: 'was sabotaged by its maintainer' },
  { name: 'node-ipc', versions: ['10.1.1', '10.1.2'], reason: 'was sabotaged by its maintainer' },
  { name: 'braces', below: '3.0.3', reason: 'CVE-2024-4068: unbounded memory use' },
  { name: 'cookie', below: '0.7.0', reason: 'CVE-2024-47764: fields out of bounds' },
  { name: 'json5', below: '2.2.2', reason: 'CVE-2022-46175: prototype pollution' },
  { name: 'jsonwebtoken', below: '9.0.0', reason: 'CVE-2022-23540: unsigned tokens accepted' },
  { name: 'lodash', below: '4.17.21', reason: 'CVE-2021-23337: command injection' },
  { name: 'minimist', below: '1.2.6', reason: 'CVE-2021-44906: prototype pollution' },
  { name: 'multer', below: '2.0.2', reason: 'CVE-2025-7338: a malformed form ends the process' },
  { name: 'nodemailer', below: '7.0.7', reason: 'CVE-2025-13033: email to an unintended domain' },
  { name: 'sharp', below: '0.32.6', reason: 'CVE-2023-4863: overflow in libwebp' },
  { name: 'tough-cookie', below: '4.1.3', reason: 'CVE-2023-26136: prototype pollution' },
  {
    name: 'ws',
    below: '8.17.1',
    backports: ['7.5.10', '6.2.3', '5.2.4'],
    reason: 'CVE-2024-37890: a request ends the process',
  },
];
