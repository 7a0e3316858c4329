/**
 * Cells that a spreadsheet takes for a formula, in Japanese ones also by the wide forms of its signs, and those that
 * would look guarded; a phone number is neither.
 */
const NEEDS_GUARD = /^[=@＝＠\t\r\n]|^[+＋－-](?![\d\s()./-]*$)|^'+[=@＝＠\t\r\n+＋－-]/
const GUARDED = /^'+[=@＝＠\t\r\n+＋－-]/

/**
 * A cell as text for every spreadsheet: an apostrophe before what would run as a formula (CWE-1236). Names come from
 * messages of strangers, and the file is opened by whoever exports it.
 */
export function guardedCell(text: string): string {
  return NEEDS_GUARD.test(text) ? `'${text}` : text
}

/** The cell without the apostrophe that `guardedCell` put before it. */
export function unguardedCell(text: string): string {
  return GUARDED.test(text) ? text.slice(1) : text
}
