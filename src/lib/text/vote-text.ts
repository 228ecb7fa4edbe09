export interface VoteFields {
  /** location.host. */
  readonly host: string;
  readonly proposal: { readonly id: string; readonly title: string };
  readonly choice: { readonly id: string; readonly label: string };
  /** EIP-55 address. */
  readonly wallet: string;
  readonly chainId: number;
  readonly nonce: string;
  /** When the nonce expires, in ISO 8601. */
  readonly deadline: string;
}

/** The text of a vote to sign with personal_sign: readable in every wallet, the same everywhere, in English. */
export function voteText({ host, proposal, choice, wallet, chainId, nonce, deadline }: VoteFields): string {
  return [
    `Vote in a site poll of ${host}`,
    '',
    `Proposal: ${proposal.title} (${proposal.id})`,
    `Choice: ${choice.label} (${choice.id})`,
    `Wallet: ${wallet}`,
    '',
    'This is free. It sends no transaction and moves no tokens.',
    '',
    `Chain ID: ${chainId}`,
    `Nonce: ${nonce}`,
    `Sign before: ${deadline}`,
  ].join('\n');
}

export interface VotedText {
  readonly host: string;
  readonly proposal: string;
  readonly choice: string;
  readonly wallet: string;
  readonly chainId: number;
}

/** What a signed vote text says, parsed line by line; null for any other text. */
export function votedText(text: string): VotedText | null {
  const [, host, proposal, choice, wallet, chainId] =
    /^Vote in a site poll of (\S+)\n\nProposal: .+ \(([a-z0-9-]+)\)\nChoice: .+ \(([a-z0-9-]+)\)\nWallet: (0x[0-9a-fA-F]{40})\n\nThis is free\. It sends no transaction and moves no tokens\.\n\nChain ID: (\d+)\nNonce: [0-9a-f]{32}\nSign before: \S+$/.exec(
      text,
    ) ?? [];
  if (host === undefined || proposal === undefined || choice === undefined || wallet === undefined) return null;
  return { host, proposal, choice, wallet, chainId: Number(chainId) };
}
