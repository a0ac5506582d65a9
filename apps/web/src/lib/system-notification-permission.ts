/** Whether the user has allowed this site to show system notifications. */
export function isSystemNotificationAllowed(): boolean {
  return 'Notification' in window && Notification.permission === 'granted';
}

/** Asks the user for permission, unless they have already decided. */
export async function requestSystemNotifications(): Promise<void> {
  if ('Notification' in window && Notification.permission === 'default') {
    await Notification.requestPermission();
  }
}
