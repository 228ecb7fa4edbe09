import { StaffRefusal } from '../auth/refusal.ts';
import { airdropCommands } from './definitions/airdrop.ts';
import { buildCommands } from './definitions/builds.ts';
import { officeCommands } from './definitions/office.ts';
import { paymentCommands } from './definitions/payments.ts';
import { peopleCommands } from './definitions/people.ts';
import { proposalCommands } from './definitions/proposals.ts';
import { settingCommands } from './definitions/settings.ts';
import type { StaffCommand } from './staff-command.ts';

/** Everything staff can do. */
export const STAFF_COMMANDS: Readonly<Record<string, StaffCommand>> = {
  ...peopleCommands,
  ...airdropCommands,
  ...paymentCommands,
  ...officeCommands,
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
