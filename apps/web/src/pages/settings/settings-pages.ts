// One chunk: separate ones would split modules that the settings share with the feed into more files.
export { AboutSettingsPage } from './about-settings-page.tsx';
export { AppearanceSettingsPage } from './appearance-settings-page.tsx';
export { DataSettingsPage } from './data-settings-page.tsx';
export { FeedSettingsPage } from './feed-settings-page.tsx';
export { NotificationSettingsPage } from './notification-settings-page.tsx';
export { PrivacySettingsPage } from './privacy-settings-page.tsx';
export { ProfileSettingsPage } from './profile-settings-page.tsx';
export { SecuritySettingsPage } from './security-settings-page.tsx';
export { SettingsPage } from './settings-page.tsx';
