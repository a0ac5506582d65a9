import { commandName } from '../../platform/config/npm.ts';
import { recordCommand } from './admin.repository.ts';
import { OperationError } from '../operation-error.ts';
import type { AdminCommand } from './command.ts';

export const federationCommand: AdminCommand = {
  name: 'federation',
  parameters: ['leave'],
  options: { confirm: { type: 'string', description: 'the domain of the instance' } },
  description:
    'ask other servers to delete all accounts of this instance, and end federation for good',
  async run({ federation, settings, database }, { positionals: [action], options }) {
    if (action !== 'leave') throw new OperationError('The only action is "leave".');
    if (federation === undefined || settings.federation === undefined) {
      throw new OperationError('FEDERATION is not on.');
    }
    const { domain } = settings.federation;
    if (options['confirm'] !== domain) {
      throw new OperationError(
        `Other servers will delete all accounts of ${domain} with their followers. This cannot be undone, and ${domain} can never federate again. To continue: ${commandName('admin')} federation leave --confirm ${domain}`,
      );
    }
    await federation.leave((waiting) => {
      if (waiting > 0) process.stderr.write(`Waiting for ${waiting} deliveries…\n`);
    });
    await recordCommand(database, { action: 'leave_federation', details: { domain } });
    return ['Other servers were asked to delete all accounts. Remove FEDERATION=on and restart.'];
  },
};
