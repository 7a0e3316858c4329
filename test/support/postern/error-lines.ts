import { readFile } from 'node:fs/promises'
import { eventually } from '../database/rows.ts'

const FORM_A_DATE = String.raw`\[\d\d-[A-Z][a-z]{2}-\d{4} \d\d:\d\d:\d\d [+-]\d{4}\]`
const FORM_B_DATE = String.raw`\[\d\d-[A-Z][a-z]{2}-\d{4} \d\d:\d\d:\d\d [A-Za-z]+(?:/[A-Za-z_]+)*\]`

/** The script of a test server as the error log shows it: the end of the segment is hidden. */
export function loggedScript(segmentDigits = '1234567890'): string {
  return `/cpsess${segmentDigits.slice(0, 4)}xxxxxx/3rdparty/roundcube/index.php`
}

/**
 * A whole line of Form A (specification 7) with this text. `message` starts with the kind; `request` stands in
 * the brackets at the end. The request id is the first group, or is the given one.
 */
export function formA(message: string, request: string, requestId = '([0-9a-f]{8})'): RegExp {
  return new RegExp(
    String.raw`^${FORM_A_DATE}: ${requestId} ${literal(message)} \(${literal(request)}\)$`,
  )
}

/** A whole line of Form B with this text. */
export function formB(message: string): RegExp {
  return new RegExp(`^${FORM_B_DATE} ${literal(message)}$`)
}

/** Text as a pattern that only it matches. */
export function literal(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`)
}

/** Lines of the error log by now; none before the first. */
export async function errorLines({
  errorLog,
}: {
  readonly errorLog: string
}): Promise<readonly string[]> {
  const text = await readFile(errorLog, 'utf8').catch(() => '')
  return text.split('\n').filter((line) => line !== '')
}

/** The lines of the error log, once one of them is such a line or the wait is over. */
export function linesOnce(
  postern: { readonly errorLog: string },
  pattern: RegExp,
): Promise<readonly string[]> {
  return eventually(
    () => errorLines(postern),
    (found) => found.some((line) => pattern.test(line)),
  )
}
