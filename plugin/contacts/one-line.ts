// Unicode's Cc as what is left out of ranges: several times as fast as \p{Cc}, and this meets every value of a file.
const CONTROL = /[^\x20-\x7e\xa0-\uffff]/
const CONTROLS = /[^\x20-\x7e\xa0-\uffff]+/g
const CONTROL_BUT_BREAK = /[^\n\x20-\x7e\xa0-\uffff]/

/** Text for a field of one line: what does not print becomes a space. */
export function oneLine(text: string): string {
  return (CONTROL.test(text) ? text.replace(CONTROLS, ' ') : text).trim()
}

/** Whether it may stand in a field of one line as it is. */
export function isOneLine(text: string): boolean {
  return !CONTROL.test(text) && text === text.trim()
}

/** The same for a field of several lines. */
export function isLines(text: string): boolean {
  return !CONTROL_BUT_BREAK.test(text) && text === text.trim()
}
