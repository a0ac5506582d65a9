/** How the operator becomes the owner of a new instance, for the start message and the command line. */
export function describeOwnerOffer(address: string, code: string): string[] {
  return [
    'This instance has no owner yet. To become its owner:',
    `  1. Open ${new URL(`/register#setup=${code}`, address).href} and create your account.`,
    '  2. Select "Become the owner".',
    `If the page asks for the setup code, enter ${code}`,
  ];
}
