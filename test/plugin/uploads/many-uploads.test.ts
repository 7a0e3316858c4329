import { createHash, randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import test from 'ava'
import { startDovecot } from '../../support/dovecot/dovecot.ts'
import { uploadByTus } from '../../support/http/tus-upload.ts'
import { createWebmailClient } from '../../support/http/webmail-client.ts'
import { startPostern } from '../../support/postern/postern.ts'
import { isLong } from '../../support/process/long-tests.ts'

const MIB = 1024 * 1024
const FILE_BYTES = 25 * MIB
const UPLOADS = isLong ? 200 : 20
/** What one process has in production (plugin/docs/operating.md). */
const MAX_RESIDENT_BYTES = 512 * MIB

/** The most that a process ever had in memory. */
async function peakResidentBytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1]) * 1024
}

async function digestOf(path: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return hash.digest('hex')
}

test(`${UPLOADS} files of 25 MiB that come at one time are whole, and lie in no memory`, async (t) => {
  t.timeout(20 * 60_000)
  const dovecot = await startDovecot()
  t.teardown(() => dovecot.stop())
  const postern = await startPostern({
    t,
    mail: dovecot,
    config: {
      limits: { messageBytes: 40 * MIB },
      tuning: { uploads: { messagesPerOwner: UPLOADS } },
    },
  })
  const client = createWebmailClient(postern.base())
  await client.signIn(dovecot.userName(1), dovecot.password)
  const content = randomBytes(FILE_BYTES)

  const base = postern.base()
  const ids = await Promise.all(
    Array.from({ length: UPLOADS }, (_, index) =>
      uploadByTus(client, { base, content, name: `${index}.pdf` }),
    ),
  )

  const peakBytes = await peakResidentBytes(postern.pid)
  t.log(`${Math.round(peakBytes / MIB)} MiB at most`)
  t.true(peakBytes < MAX_RESIDENT_BYTES, `${peakBytes} bytes in memory`)
  const directory = join(postern.directory, 'uploads')
  const files = (await readdir(directory)).filter((name) => !name.endsWith('.json'))
  t.is(new Set(ids).size, UPLOADS)
  t.deepEqual(files.map((name) => name.replace(/^[^.]*\./, '')).sort(), [...ids].sort())
  const expected = createHash('sha256').update(content).digest('hex')
  for (const name of files) t.is(await digestOf(join(directory, name)), expected, name)
})
