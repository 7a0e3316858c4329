import { join } from 'node:path'
import test from 'ava'
import { z } from 'zod'
import { openSpoolFile } from '../../../store/spool/file/schema.ts'
import { personalRows, writePersonal } from '../../../store/spool/personal.ts'
import { memoryLog } from '../../support/memory-log.ts'
import { temporaryDirectory } from '../../support/process/temporary-directory.ts'

test('the documents of an import are written by several statements, and all of them stand', async (t) => {
  const sqlite = await openSpoolFile(join(await temporaryDirectory(t), 'spool.db'), memoryLog())
  t.teardown(() => sqlite.close())
  const collection = { owner: 'abc', kind: 'contact' }
  const rows = Array.from({ length: 1_001 }, (_none, n) => ({
    personal: { ...collection, id: `c${n}`, version: 1, body: `{"name":"Person ${n}"}` },
    seq: n + 1,
    queuedAt: 0,
  }))
  const sizes: number[] = []

  await writePersonal(
    {
      ...sqlite,
      run: (sql, parameters = []) => {
        sizes.push(z.array(z.unknown()).parse(JSON.parse(String(parameters[0]))).length)
        return sqlite.run(sql, parameters)
      },
    },
    rows,
  )

  t.deepEqual(sizes, [250, 250, 250, 250, 1])
  t.is((await personalRows(sqlite, collection)).length, 1_001)
})
