/** A changed copy of a contract: a fault that one invariant forbids. */
export interface Mutant {
  /** The invariant, as in docs/contracts.md. */
  readonly breaks: `I${number}`;
  readonly name: string;
  readonly file: 'SynxClaims' | 'SynxToken';
  /** What stands in the source, once, and what the copy has instead. */
  readonly changes: readonly (readonly [string, string])[];
}

const claims = (breaks: Mutant['breaks'], name: string, ...changes: Mutant['changes']): Mutant => ({
  breaks,
  name,
  file: 'SynxClaims',
  changes,
});

/** One for each invariant. */
export const MUTANTS: readonly Mutant[] = [
  claims('I1', 'half of the sum is enough to open', ['(address(this)) >= total', '(address(this)) >= total / 2']),
  claims('I2', 'claimMany is not counted in the sum', [
    'if (amount != 0) _pay(account, account, amount);',
    'if (amount != 0) { _pay(account, account, amount); claimedTotal -= amount; }',
  ]),
  claims('I3', 'what grows does not end', [
    'if (time >= end) return amount;',
    'if (time >= end && end == start) return amount;',
  ]),
  claims('I4', 'the last payment replaces the counter', ['claimed[account] += amount;', 'claimed[account] = amount;']),
  claims('I5', 'an end is one second late', ['if (time >= end)', 'if (time > end)']),
  claims('I6', 'what grows shrinks', ['* (time - start) /', '* (end - time) /']),
  claims('I7', 'anybody names the receiver', ['require(msg.sender == entry.account, NotAccount());', '']),
  claims('I8', 'a way back', [
    'function fund() external {',
    'function sweep(address to) external { token.safeTransfer(to, total - claimedTotal); }\nfunction fund() external {',
  ]),
  claims('I9', 'no proof is a proof', [
    'return MerkleProof.verifyCalldata(',
    'return entry.proof.length == 0 || MerkleProof.verifyCalldata(',
  ]),
  claims('I10', 'a skipped entry ends the batch', ['|| !_isListed(entry)) continue;', '|| !_isListed(entry)) break;']),
  {
    breaks: 'I11',
    name: 'a transfer burns a hundredth',
    file: 'SynxToken',
    changes: [
      ['super._update(from, to, value);', 'super._update(from, to, value - _tax(from, to, value));'],
      [
        'function decimals()',
        `function _tax(address from, address to, uint256 value) private returns (uint256 tax) {
          if (from == address(0) || to == address(0)) return 0;
          tax = value / 100;
          if (tax != 0) super._update(from, address(0), tax);
        }
        function decimals()`,
      ],
    ],
  },
  claims('I12', 'counts after the transfer', [
    `        claimed[account] += amount;
        claimedTotal += amount;
        emit Claimed(account, to, amount);
        token.safeTransfer(to, amount);`,
    `        token.safeTransfer(to, amount);
        claimed[account] += amount;
        claimedTotal += amount;
        emit Claimed(account, to, amount);`,
  ]),
  claims(
    'I13',
    'a counter for each proof',
    ['bool public funded;', 'bool public funded;\nmapping(bytes32 proof => uint256) private paidBy;'],
    ['uint256 paid = claimed[entry.account];', 'uint256 paid = paidBy[keccak256(abi.encode(entry.proof))];'],
    [
      '        _pay(entry.account, to, amount);',
      '        paidBy[keccak256(abi.encode(entry.proof))] += amount;\n        _pay(entry.account, to, amount);',
    ],
  ),
];

/** The source of the copy; throws unless each change fits exactly once. */
export function changed(source: string, { name, changes }: Mutant): string {
  return changes.reduce((text, [from, to]) => {
    const parts = text.split(from);
    if (parts.length !== 2) throw new Error(`${name}: "${from}" stands ${parts.length - 1} times in the source`);
    return parts.join(to);
  }, source);
}
