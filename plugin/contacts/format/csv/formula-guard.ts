/**
 * Where a spreadsheet starts a cell: at the beginning, and behind `;`, a tab or a line break, since one whose list separator is `;`
 * takes a row of commas apart there, whatever is quoted; quotation marks and spaces may follow. Then a sign that makes it a
 * formula, in Japanese spreadsheets also by its wide form, or what looks guarded. A phone number is no formula.
 */
const STARTS_FORMULA =
  /(^|[;\t\r\n])([ "]*)(?='+[=@＝＠+＋－-]|[=@＝＠]|[+＋－-](?![\d \u00a0()./-]*(?:$|[;\t\r\n])))/g
const STARTS_GUARDED = /(^|[;\t\r\n])([ "]*)'(?='*[=@＝＠+＋－-])/g
/** A cell that starts with a break, and one that looks so guarded. */
const STARTS_WITH_BREAK = /^'*[\t\r\n]/
const GUARDED_BREAK = /^'+[\t\r\n]/

/**
 * A cell as text for every spreadsheet: an apostrophe before what would run as a formula (CWE-1236). Names come from
 * messages of strangers, and the file is opened by anyone who exports it.
 */
export function guardedCell(text: string): string {
  const guarded = text.replace(STARTS_FORMULA, "$1$2'")
  return STARTS_WITH_BREAK.test(text) ? `'${guarded}` : guarded
}

/** `="0049"`: other programs keep digits as text so. */
const AS_TEXT = /^="([^"]*)"$/

/** The cell without the apostrophes that `guardedCell` put into it, or what others guard it with. */
export function unguardedCell(text: string): string {
  const asText = AS_TEXT.exec(text)?.[1]
  if (asText !== undefined) return asText
  const unguarded = GUARDED_BREAK.test(text) ? text.slice(1) : text
  return unguarded.replace(STARTS_GUARDED, '$1$2')
}
