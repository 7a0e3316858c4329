import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import test from 'ava'
import { startDemoImap } from '../../../scripts/demo/imap/server.ts'
import { actionAddress } from '../../../plugin/wire/native/address.ts'
import { cookieHeader, createWebmailClient } from '../../support/http/webmail-client.ts'
import { startPostern } from '../../support/postern/postern.ts'
import { temporaryDirectory } from '../../support/process/temporary-directory.ts'

const owner = { address: 'demo@example.test', password: 'secret' }
const FILES = 12
/** Of each: more than one piece of what is read at a time. */
const FILE_BYTES = 600_000

const READ_ARCHIVE =
  'import sys,zipfile;z=zipfile.ZipFile(sys.argv[1]);assert z.testzip() is None;print("\\n".join(n+" "+str(z.getinfo(n).file_size) for n in z.namelist()))'

test('twelve files of a message in the demo come as one whole ZIP archive', async (t) => {
  const imap = await startDemoImap({
    ...owner,
    storage: { INBOX: { messages: [] }, '': { separator: '/', folders: {} } },
  })
  t.teardown(() => imap.stop())
  imap.file('INBOX', [], messageOfFiles())
  const postern = await startPostern({ t, mail: { host: '127.0.0.1', port: imap.port } })
  const client = createWebmailClient(postern.base())
  await client.signIn(owner.address, owner.password)

  const address = actionAddress('attachments', { mailbox: 'INBOX', uid: 1 })
  const response = await fetch(new URL(address, postern.base()), {
    headers: { cookie: cookieHeader(client.cookies) },
  })

  t.is(response.status, 200)
  const archive = join(await temporaryDirectory(t), 'files.zip')
  await writeFile(archive, Buffer.from(await response.arrayBuffer()))
  const { stdout } = await promisify(execFile)('python3', ['-c', READ_ARCHIVE, archive])
  t.deepEqual(
    stdout.trim().split('\n'),
    Array.from({ length: FILES }, (_, at) => `${at + 1}.bin ${FILE_BYTES}`),
  )
})

function messageOfFiles(): Buffer {
  const files = Array.from({ length: FILES }, (_, at) => [
    '--limit',
    `Content-Type: application/octet-stream; name="${at + 1}.bin"`,
    'Content-Disposition: attachment',
    'Content-Transfer-Encoding: base64',
    '',
    randomBytes(FILE_BYTES).toString('base64').replace(/.{76}/g, '$&\r\n'),
  ])
  const head = [
    'Subject: Twelve files',
    'MIME-Version: 1.0',
    'Content-Type: multipart/mixed; boundary=limit',
    '',
  ]
  return Buffer.from([...head, ...files.flat(), '--limit--', ''].join('\r\n'))
}
