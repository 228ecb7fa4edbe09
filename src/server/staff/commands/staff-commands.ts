import { StaffRefusal } from '../auth/refusal.ts';
import { airdropCommands } from './actions/airdrop.ts';
import { buildCommands } from './actions/builds.ts';
import { handoverCommands } from './actions/handover.ts';
import { officeCommands } from './actions/office.ts';
import { peopleCommands } from './actions/people.ts';
import { refundCommands } from './actions/record-refund.ts';
import { returnCommands } from './actions/return-payment.ts';
import { settingCommands } from './actions/settings.ts';
import { videoCommands } from './actions/videos.ts';
import { proposalCommands } from './proposals.ts';
import type { Commands, StaffCommand } from './staff-command.ts';

/** Everything staff can do. */
export const STAFF_COMMANDS: Commands = {
  ...peopleCommands,
  ...airdropCommands,
  ...videoCommands,
  ...returnCommands,
  ...refundCommands,
  ...officeCommands,
  ...handoverCommands,
  ...settingCommands,
  ...buildCommands,
  ...proposalCommands,
};

/** A command by its name. Throws StaffRefusal for an unknown name. */
export function findCommand(name: string): readonly [string, StaffCommand] {
  const command = Object.hasOwn(STAFF_COMMANDS, name) ? STAFF_COMMANDS[name] : undefined;
  if (command === undefined) throw new StaffRefusal(`There is no "${name}".`);
  return [name, command];
}
