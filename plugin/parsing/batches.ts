import type { RoundcubeContact } from '../../store/index.ts'

/** The rows in pieces of about as many characters, of which one at least is there. */
export function* batchesOf(
  rows: readonly RoundcubeContact[],
  maxChars: number,
): Generator<readonly RoundcubeContact[]> {
  let batch: RoundcubeContact[] = []
  let chars = 0
  for (const row of rows) {
    batch.push(row)
    chars += charsOf([row])
    if (chars < maxChars) continue
    yield batch
    batch = []
    chars = 0
  }
  yield batch
}

/** What is long of rows. */
export function charsOf(rows: readonly RoundcubeContact[]): number {
  return rows.reduce(
    (sum, { vcard, email, name }) => sum + vcard.length + email.length + name.length,
    0,
  )
}
