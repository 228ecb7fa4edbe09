import { fileObjection } from '#src/server/money/handover/objections.ts';
import { StaffRefusal } from '#src/server/staff/auth/refusal.ts';
import { DAY_MS, OTHERS_PAY, payAs, type Step, withdrawList } from './handover-steps.ts';
import { decideByTwo, REASON } from './rehearsal-staff.ts';

/** A contract on Ethereum alone; its code does nothing. */
const CONTRACT = '0x00000000000000000000000000636f6e74726163';
const DAYS = 13;
/** Whole SYNX. */
const MISSING = '1000';

/** The draft is withdrawn a day before the end of the objections. */
export const withdrawLate: Step = async (stage, wallet) => {
  await stage.time.pass(DAYS * DAY_MS, stage.context);
  return withdrawList(stage, wallet);
};

/** A wallet objects, and two managers give it what was missing. */
export const objectRightly: Step = async ({ context }, wallet) => {
  const { db } = context;
  await fileObjection(db, wallet, 'A purchase of mine is missing.', context.now()).catch(() => {
    throw new StaffRefusal('Nobody can object now, or an objection of this wallet is open.');
  });
  const { id } = await db
    .selectFrom('allocation_objections')
    .select('id')
    .where('wallet', '=', wallet)
    .where('state', '=', 'open')
    .executeTakeFirstOrThrow();
  const fields = { id: String(id), amount: MISSING, answer: 'You are right: a purchase was missing.' };
  return { said: [await decideByTwo(context, 'grant-objection', fields)] };
};

/** Two managers keep a wallet off the draft and the lists after it, or no longer. */
const byOrder =
  (kind: 'withhold-wallet' | 'release-wallet'): Step =>
  async ({ context }, wallet) => ({
    said: [await decideByTwo(context, kind, { wallet, because: REASON })],
  });
export const withholdTokens = byOrder('withhold-wallet');
export const releaseTokens = byOrder('release-wallet');

/** A contract pays on Ethereum: on the claim chain its address may be somebody else's. */
export const buyAsContract: Step = async (stage) => {
  await stage.clientOf(1).setCode({ address: CONTRACT, bytecode: '0x00' });
  await payAs(stage, CONTRACT);
  return {
    said: [`The contract ${CONTRACT} has paid ${OTHERS_PAY} ETH. Once there is a draft, look it up on /claim.`],
  };
};
