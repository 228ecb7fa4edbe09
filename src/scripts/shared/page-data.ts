/** What the build wrote into the page for its script: texts, and addresses in the page's language. */
export function pageData<Data>(id: string): Data {
  return JSON.parse(document.getElementById(id)?.textContent ?? '{}') as Data;
}
