import Bowser from 'bowser';

/** Shorter names than those of the parser. */
const displayNames: Readonly<Record<string, string>> = {
  'Microsoft Edge': 'Edge',
  'Samsung Internet for Android': 'Samsung Internet',
  Chromium: 'Chrome',
  'Chrome OS': 'ChromeOS',
};

/** A device's name in the list of sessions, such as "Firefox on Windows". Unknown parts are omitted. */
export function describeDevice(userAgent: string | null): string {
  return listDeviceNames(userAgent).join(' on ') || 'Unknown device';
}

/** The names of the browser and the device, as far as they are known. */
export function listDeviceNames(userAgent: string | null): string[] {
  if (!userAgent) return [];
  const { browser, os, platform } = Bowser.parse(userAgent);
  // iPhones and iPads are better known than their operating systems.
  const system = os.name === 'iOS' ? (platform.model ?? os.name) : os.name;
  return [browser.name, system].flatMap((name) => (name ? (displayNames[name] ?? name) : []));
}
