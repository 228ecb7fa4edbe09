import { expect, type Locator, type Page } from '@playwright/test';
import { DEVELOPMENT_ACCOUNTS } from '#src/config/development-accounts.ts';
import type { RecordsPage } from '#src/contract/records.ts';
import { word } from '#tests/support/browser/dictionary.ts';
import { POLLS } from '#tests/support/browser/polls.ts';
import { test } from '#tests/support/browser/test.ts';
import {
  acceptInWallet,
  confirmInWallet,
  connectedBefore,
  expectConnected,
  rejectInWallet,
  walletWindow,
} from '#tests/support/browser/wallet.ts';

// Only an account whose key the chain holds can sign; each of these votes in one test.
const [, voter, unsure] = DEVELOPMENT_ACCOUNTS;
const [OPEN, LATER, PAST] = POLLS.map(({ title }) => title) as [string, string, string];

function poll(page: Page, name: string): Locator {
  return page.getByRole('region', { name });
}

test('without a wallet it says who may vote and that it is free; a refused signature records nothing [R2.009]', async ({
  page,
}) => {
  await page.goto('/voting');
  await test.step('it shows every poll, and offers to connect', async () => {
    await expect(page.getByText('Any wallet may vote, whatever it holds: one wallet, one vote.')).toBeVisible();
    await expect(page.getByText('Voting takes one free signature: no transaction, no gas.')).toBeVisible();
    await expect(poll(page, OPEN)).toContainText('Votes so far');
    await expect(poll(page, LATER)).toContainText('Voting has not opened yet: it opens on');
    await expect(poll(page, PAST)).toContainText('Voting has ended: it closed on');
    for (const name of [OPEN, LATER, PAST]) await expect(poll(page, name).getByRole('radio')).toHaveCount(0);
    await page.getByRole('main').getByRole('button', { name: 'Connect Wallet' }).click();
    await expect(walletWindow(page)).toBeVisible();
  });
  await acceptInWallet(page, unsure);
  await test.step('a refused signature is said to record nothing, and the vote can be signed again', async () => {
    const ballot = poll(page, OPEN);
    await ballot.getByRole('radio', { name: 'Oak' }).check();
    await ballot.getByRole('button', { name: 'Sign my vote' }).click();
    await rejectInWallet(page);
    await expect(ballot).toContainText('You did not sign. Nothing was recorded.');
    await expect(ballot).not.toContainText('You voted');
    await expect(ballot.getByRole('button', { name: 'Sign my vote' })).toBeEnabled();
    const receipt = await page.request.get(`/api/voting/receipt/${unsure}`);
    expect((await receipt.json()).votes).toEqual([]);
  });
});

test('a vote is a readable signed text; it can be changed, has a receipt, leads to the mission, and can be recounted [R2.009]', async ({
  page,
  watch,
}) => {
  await connectedBefore(page, voter, 1);
  await page.goto('/voting');
  await expectConnected(page, voter);
  const ballot = poll(page, OPEN);
  await expect(ballot.getByRole('button', { name: 'Sign my vote' })).toBeDisabled();
  await ballot.getByRole('radio', { name: 'Oak' }).check();
  await ballot.getByRole('button', { name: 'Sign my vote' }).click();
  await expect(walletWindow(page)).toContainText(`Proposal: ${OPEN} (open-poll)`);
  await expect(walletWindow(page)).toContainText('Choice: Oak (oak)');
  await expect(walletWindow(page)).toContainText('This is free. It sends no transaction and moves no tokens.');
  await expect(ballot.getByRole('button', { name: 'Waiting for your wallet…' })).toBeDisabled();
  await confirmInWallet(page);
  await expect(ballot.getByRole('status').filter({ hasText: 'Your vote has been recorded.' })).toBeVisible();
  await expect(ballot).toContainText(/You voted: Oak \(.+\)\. You can change it until/);
  await expect(ballot.getByRole('link', { name: 'Complete the Vote mission' })).toHaveAttribute('href', '/airdrop');
  await expect(ballot).toContainText('Wallets that voted: 1');
  await expect(ballot.getByRole('button', { name: 'Sign the changed vote' })).toBeDisabled();

  await ballot.getByRole('radio', { name: 'Birch' }).check();
  await ballot.getByRole('button', { name: 'Sign the changed vote' }).click();
  await confirmInWallet(page);
  await expect(ballot).toContainText('You voted: Birch');
  await expect(ballot).toContainText('Wallets that voted: 1');

  await ballot.getByText('My receipt').click();
  await expect(ballot.getByText(/Wallet: 0x70997970C51812dc3A010C7d01b50e0d17dc79C8/)).toBeVisible();
  const download = page.waitForEvent('download');
  await ballot.getByRole('button', { name: 'Save as a file' }).click();
  expect((await download).suggestedFilename()).toMatch(/^synx-vote-\d+\.json$/);
  const proof = await page.request.get((await ballot.getByRole('link', { name: /^Proof/ }).getAttribute('href')) ?? '');
  expect((await proof.json()).proofs[0].record.data.choice).toBe('birch');

  await ballot.getByText('Recount the votes yourself').click();
  await ballot.getByRole('button', { name: 'Recount' }).click();
  await expect(ballot).toContainText('Match: the votes counted here give the published result.');
  await expect(ballot.getByRole('row', { name: 'Birch 1 1' })).toBeVisible();
  await expect(ballot.getByRole('row', { name: 'Oak 0 0' })).toBeVisible();
  await expect(ballot).toContainText('Valid signatures: 1');
  await expect(ballot).toContainText('Vote records linked without gaps: 2');

  const methods = new Set(watch.walletCalls.map(({ method }) => method));
  expect(methods).toContain('personal_sign');
  expect(methods).not.toContain('eth_sendTransaction');

  await test.step('a signature that is not the voter’s is detected, and the count differs', async () => {
    await page.route('**/api/records/votes?*', async (route) => {
      const answer = await route.fetch();
      const forged = (await answer.json()) as RecordsPage;
      for (const { record } of forged.records)
        if ('signature' in record.data) record.data.signature = `0x${'1'.repeat(128)}1b`;
      await route.fulfill({ response: answer, json: forged });
    });
    await ballot.getByRole('button', { name: 'Recount' }).click();
    await expect(ballot).toContainText('Mismatch: the votes counted here do not give the published result.');
    await expect(ballot).toContainText('Invalid signatures, not counted: 1');
    await expect(ballot).toContainText('The chain of vote records is broken');
  });

  await test.step('a vote whose answer is lost is not said to be unrecorded, and shows as soon as it is read', async () => {
    watch.allow(/net::ERR_FAILED/);
    await page.route('**/api/voting/vote', async (route) => {
      await route.fetch();
      await route.abort();
    });
    await ballot.getByRole('radio', { name: 'Oak' }).check();
    await ballot.getByRole('button', { name: 'Sign the changed vote' }).click();
    await confirmInWallet(page);
    await expect(ballot).toContainText('We received no answer, so we do not know whether your vote was recorded.');
    await expect(ballot).not.toContainText('was not recorded');
    await expect(ballot).toContainText('You voted: Oak');
  });
});

test('in other languages an untranslated poll is marked as English [R2.009]', async ({ page }) => {
  await page.goto('/de/voting');
  await expect(poll(page, OPEN)).toContainText(word('de', 'voting.inEnglish'));
  await expect(page.getByRole('heading', { name: OPEN })).toBeVisible();
});
