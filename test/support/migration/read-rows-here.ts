import { readRow, type ReadRow } from '../../../plugin/migration/read-row.ts'
import type { RoundcubeContact } from '../../../store/index.ts'

/** Reads rows of contacts without a thread. */
export async function* readRowsHere(
  _owner: unknown,
  rows: readonly RoundcubeContact[],
): AsyncGenerator<ReadRow> {
  yield* rows.map(readRow)
}
