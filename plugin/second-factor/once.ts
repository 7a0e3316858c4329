import { createHash, randomUUID } from 'node:crypto'
import type { Documents } from '../../store/index.ts'

/** Notes that something was used, for all instances: true for the first who does. `name` is stored as a hash only. Throws StoreUnavailable. */
export async function useOnce(
  documents: Documents,
  name: string,
  expiresAt: number,
): Promise<boolean> {
  const id = createHash('sha256').update(name).digest('hex')
  const body = randomUUID()
  const standing = await documents.put({ id, version: 1, body, expiresAt })
  return standing.body === body
}
