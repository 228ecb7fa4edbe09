/** The build's data for the page's script: texts, and addresses in the page's language. */
export function pageData<Data>(id: string): Data {
  return JSON.parse(document.getElementById(id)?.textContent ?? '{}') as Data;
}
