/** Text as HTML: Roundcube's front end puts the columns of a row into the page as they come. */
export function htmlText(text: string): string {
  return SPECIAL.test(text)
    ? text.replace(ALL_SPECIAL, (character) => ENTITIES[character] ?? '')
    : text
}

const SPECIAL = /[&<>"']/
const ALL_SPECIAL = /[&<>"']/g
const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#039;',
}
