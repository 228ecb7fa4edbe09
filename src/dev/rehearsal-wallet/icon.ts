const SVG =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="8" fill="#5b4b8a"/>' +
  '<path d="M7 12h18v11H7z" fill="none" stroke="#fff" stroke-width="2"/><path d="M7 12l11-4v4M20 17.5h5" stroke="#fff" stroke-width="2" fill="none"/></svg>';

/** The rehearsal wallet's own sign, as the data URI that EIP-6963 asks for. */
export const ICON = `data:image/svg+xml,${encodeURIComponent(SVG)}`;
