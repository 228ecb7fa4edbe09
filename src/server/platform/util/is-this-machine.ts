/** Whether the host of an address is this machine; a database without a host is a file. */
export function isThisMachine(hostname: string): boolean {
  return ['localhost', '127.0.0.1', '[::1]', ''].includes(hostname);
}
