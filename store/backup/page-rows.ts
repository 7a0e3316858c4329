import type { Binding } from '../database/statement.ts'

/** The values of a row, in the order of its columns. */
export type Values = readonly Binding[]

/** What is in memory at one time, in characters. */
const PAGE_CHARACTERS = 4 * 1024 * 1024
const PAGE_ROWS = 500

/** How many rows the first page has: no one knows yet how large they are. */
export const FIRST_PAGE_ROWS = 8

/** How many rows are read next, guessed by the page before: contacts with pictures are a thousand times a session. */
export function nextPageRows(page: readonly Values[]): number {
  const size = page.flat().reduce<number>((sum, value) => sum + String(value).length, 0)
  const average = Math.max(1, size / Math.max(1, page.length))
  return Math.min(PAGE_ROWS, page.length * 4, Math.ceil(PAGE_CHARACTERS / average))
}
