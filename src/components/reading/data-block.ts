/** An object as the content of a JSON-LD block: a "<", which could end the block, becomes an equivalent escape. */
export function dataBlock(data: object): string {
  return JSON.stringify(data).replaceAll('<', '\\u003c');
}
