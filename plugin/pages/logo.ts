/** The small gate beside the great one. Decorative: the name of the product stands beside it. */
export const logo =
  '<svg class="logo" viewBox="0 0 32 32" width="32" height="32" aria-hidden="true">' +
  '<rect class="logo-wall" width="32" height="32" rx="8"/>' +
  '<path class="logo-gate" d="M8 24.5V15a8 8 0 0 1 16 0v9.5"/>' +
  '<path class="logo-letter" d="M11.5 17.5h9v7h-9z"/>' +
  '<path class="logo-fold" d="m11.5 18 4.5 3.5 4.5-3.5"/></svg>'

const icon =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32" fill="none" stroke="#fff" stroke-width="2.5">' +
  '<rect width="32" height="32" rx="8" fill="#2c50c9" stroke="none"/>' +
  '<path d="M8 25V15a8 8 0 0 1 16 0v10M12 17h8v8h-8z"/></svg>'

/** The icon of the browser's tab, inside the page: the browser would ask the panel for /favicon.ico otherwise. */
export const favicon = `data:image/svg+xml,${encodeURIComponent(icon)}`
