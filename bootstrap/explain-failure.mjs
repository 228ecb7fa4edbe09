/** npm's messages, and their meaning for a newcomer who only wants to start the project. */
const REASONS = [
  [/ENOENT.*npm|spawn npm/, 'npm was not found. Install Node 20 or newer together with npm.'],
  [
    /ENOTFOUND|EAI_AGAIN|ENETUNREACH|EHOSTUNREACH|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ERR_SOCKET_TIMEOUT|network/i,
    'The package registry cannot be reached. Check the network or the proxy (npm config get registry) and try again.',
  ],
  [/ENOSPC/, 'The disk is full. About 1 GB is needed for the dependencies.'],
  [/EACCES|EPERM|EROFS/, 'Files cannot be written here. Check the owner of this folder and of ~/.npm.'],
  [/EINTEGRITY/, 'A downloaded package does not match the lock file. Run `npm cache verify` and try again.'],
  [
    /can only install .*in sync|EUSAGE/,
    'package.json and package-lock.json do not agree. Run `npm install` and commit both.',
  ],
];

/**
 * A message for the newcomer: the reason in words, then the last lines npm printed.
 * @param {number} code npm's exit code
 * @param {string} output all that npm printed
 * @returns {string}
 */
export function explainFailure(code, output) {
  const reason = REASONS.find(([pattern]) => pattern.test(output))?.[1] ?? 'npm failed.';
  const tail = output.trim().split('\n').slice(-12).join('\n');
  return `The dependencies could not be installed (npm exited with ${code}). ${reason}\n\n${tail}`;
}
