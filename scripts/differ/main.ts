import { readFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { createWebmailClient } from '../../test/support/http/webmail-client.ts'
import { seededRandom } from '../../test/support/random.ts'
import { runDiffer } from './differ.ts'

const USAGE = `npx tsx scripts/differ/main.ts --direct URL --postern URL --user NAME --password-file FILE
  [--requests 100] [--seed 1] [--mailbox INBOX]...

Sends the same requests to a Roundcube directly and through Postern, as one person, and prints every difference.
URL is that of the script, e.g. http://127.0.0.1:8090/cpsess0000000000/3rdparty/roundcube/index.php`

const { values } = parseArgs({
  options: {
    direct: { type: 'string' },
    postern: { type: 'string' },
    user: { type: 'string' },
    'password-file': { type: 'string' },
    requests: { type: 'string', default: '100' },
    seed: { type: 'string', default: '1' },
    mailbox: { type: 'string', multiple: true, default: ['INBOX'] },
  },
})
const { direct, postern, user, requests, seed, mailbox: mailboxes } = values
const passwordFile = values['password-file']
if (
  direct === undefined ||
  postern === undefined ||
  user === undefined ||
  passwordFile === undefined
) {
  console.error(USAGE)
  process.exit(64)
}

const password = (await readFile(passwordFile, 'utf8')).trim()
const pair = { direct: createWebmailClient(direct), through: createWebmailClient(postern) }
for (const client of [pair.direct, pair.through]) {
  const { status } = await client.signIn(user, password)
  if (status !== 302) throw new Error(`the sign-in was answered with ${status}`)
}
const random = seededRandom(Number(seed))
const report = await runDiffer(pair, { requests: Number(requests), random, mailboxes })
for (const { request, direct: one, through: other } of report.differences) {
  console.log(JSON.stringify(request))
  console.log(`  Roundcube: ${one}`)
  console.log(`  Postern:   ${other}`)
}
for (const [by, count] of [...report.answeredBy].sort()) console.log(`${count} ${by}`)
console.log(`${report.differences.length} differences`)
process.exitCode = report.differences.length === 0 ? 0 : 1
