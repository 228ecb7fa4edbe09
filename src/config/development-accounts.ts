/** Accounts of the local chains. Their mnemonic is public: WORTHLESS on a real network, never send anything there. */
export const DEVELOPMENT_MNEMONIC = 'test test test test test test test test test test test junk';

/** Addresses 0 to 9 of the mnemonic at m/44'/60'/0'/0/n, each holding 10,000 coins on a fresh local chain. */
export const DEVELOPMENT_ACCOUNTS = [
  '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
  '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
  '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC',
  '0x90F79bf6EB2c4f870365E785982E1f101E93b906',
  '0x15d34AAf54267DB7D7c367839AAf71A00a2C6A65',
  '0x9965507D1a55bcC2695C58ba16FB37d819B0A4dc',
  '0x976EA74026E726554dB657fA54763abd0C3a0aa9',
  '0x14dC79964da2C08b23698B3D3cc7Ca32193d9955',
  '0x23618e81E3f5cdF7f54C3d65f7FBc0aBf5B21E8f',
  '0xa0Ee7A142d267C1f36714E4a8F75612F20a79720',
] as const satisfies readonly `0x${string}`[];

/** The payment recipient on the local chains; a real deployment names its own in PRESALE_ADDRESS. */
export const DEVELOPMENT_PRESALE_ADDRESS = DEVELOPMENT_ACCOUNTS[9];

/**
 * The rehearsal's claims, `chainId:claims:token`: on BSC, what this account deploys first, the token, and second,
 * the claims. The account has no key; local chains let it send.
 */
export const REHEARSAL_DEPLOYER = '0x00000000000000000000000000004465706c6f79' satisfies `0x${string}`;
export const REHEARSAL_CLAIMS =
  '56:0x58493c84f768e6638dad4a38c48d861ca4b14b49:0x77153c34a1ab376d95b39cf4d0746a19d056d133';
