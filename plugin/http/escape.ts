/**
 * Text made safe for HTML content and for quoted attribute values. Not for URLs, scripts or styles. Roundcube's
 * front end puts the columns of a row into the page as they come, so the entities are those that PHP writes.
 */
export function escapeHtml(text: string): string {
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

/**
 * JSON for a `<script type="application/json">` block: `<` cannot end the element, and U+2028/2029
 * cannot break a reader that takes the block for script (HTML 4.12.1.3).
 */
export function escapeJson(value: unknown): string {
  return escapeJsonText(JSON.stringify(value))
}

/** As `escapeJson`, for what is JSON already. */
export function escapeJsonText(json: string): string {
  return json.replace(
    /[<>\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}
