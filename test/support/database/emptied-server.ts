import type { TestFn } from 'ava'
import { emptyDatabase } from './schema.ts'
import type { DatabaseServer } from './server.ts'

/** One server for a whole file, started by the first test that needs it; its database is empty whenever it is requested. */
export function emptiedServer(
  test: TestFn,
  start: () => Promise<DatabaseServer>,
): () => Promise<string> {
  let starting: Promise<DatabaseServer> | undefined
  test.after.always(async () => {
    await (await starting)?.stop()
  })
  return async () => {
    const { url } = await (starting ??= start())
    await emptyDatabase(url)
    return url
  }
}
