import { join } from 'node:path'
import test from 'ava'
import { z } from 'zod'
import { startMachine, shareServers } from '../../support/install/machine.ts'
import {
  createThrowAwayRoot,
  realRootSettings,
  type ThrowAwayRoot,
} from '../../support/install/throw-away-root.ts'
import { isLong } from '../../support/process/long-tests.ts'

const shared = shareServers(test)
const configFile = '/etc/postern/postern.json'

const report = z.object({
  findings: z.array(
    z.object({ id: z.string(), severity: z.string(), advice: z.string().optional() }),
  ),
})

/** What an administrator may have done, and the finding of the doctor that reports how to mend it. */
const mistakes = [
  { id: 'config.readable', command: `chmod 0644 ${configFile}` },
  { id: 'service.no-access', command: `chmod 0600 ${configFile}` },
  { id: 'service.no-access', command: 'chown root:root /etc/postern/secrets/*.key' },
  { id: 'service.no-access', command: 'chown root:root /etc/postern/secrets' },
  { id: 'service.no-access', command: 'chmod 0700 /etc/postern' },
  { id: 'service.no-access', command: 'chown root:root /var/log/postern/error.log' },
  {
    id: 'service.no-access',
    command: 'chown root:root /var/log/postern && chmod 700 /var/log/postern',
  },
  { id: 'keys.mode', command: 'chmod 0640 /etc/postern/secrets/*.key' },
  { id: 'data-dir.mode', command: 'chmod 0755 /var/lib/postern' },
  { id: 'data-dir.owner', command: 'chown -R root:root /var/lib/postern' },
  { id: 'database.mode', command: 'chmod 0644 /var/lib/postern/postern.db' },
] as const

/** The first mistake of each finding; all of them in the long tests. */
const tried = isLong
  ? mistakes
  : mistakes.filter(({ id }, at) => mistakes.findIndex((mistake) => mistake.id === id) === at)

test('as root: every command that the doctor advises leads to a Postern that starts', async (t) => {
  t.timeout(600_000)
  // A password in it, and one worker would be enough.
  const redis = { url: 'redis://:secret@127.0.0.1:1/0' }
  const machine = await startMachine(t, shared, { ...realRootSettings, redis })
  const root = await createThrowAwayRoot(t, { packagesOf: shared.release })
  const install = join(machine.release, 'scripts/install')
  await root.run(install, '--panel', 'generic', '--config', machine.configFile, '--no-start')
  await start(root)
  const asInstalled = await idsOf(root)
  t.deepEqual(
    asInstalled.filter((id) => mistakes.some((mistake) => mistake.id === id)),
    [],
  )

  for (const { id, command } of tried) {
    await root.run('sh', '-c', command)

    const found = (await findingsOf(root)).filter((finding) => finding.id === id)
    t.true(found.length > 0, `${command}: ${id}`)
    for (const { advice = '' } of found) await root.run('sh', '-c', commandOf(advice))

    await t.notThrowsAsync(start(root), command)
    // A run of the doctor for each takes as long as all the rest of it.
    if (isLong) t.deepEqual(await idsOf(root), asInstalled, command)
  }
  t.deepEqual(await idsOf(root), asInstalled)
})

/** What comes before the comma is to be typed. */
function commandOf(advice: string): string {
  return advice.split(', ')[0] ?? ''
}

/** Findings that cost something, whatever else there is to say of a machine without Redis. */
async function idsOf(root: ThrowAwayRoot): Promise<readonly string[]> {
  const findings = await findingsOf(root)
  return findings.filter(({ severity }) => severity !== 'fine').map(({ id }) => id)
}

async function findingsOf(root: ThrowAwayRoot) {
  const doctor = `postern doctor --json --config ${configFile} || true`
  return report.parse(JSON.parse(await root.run('sh', '-c', doctor))).findings
}

/** Starts it as the service does, waits until it listens, and ends it. Throws when it ends automatically. */
async function start(root: ThrowAwayRoot): Promise<void> {
  const asService = 'setpriv --reuid postern --regid postern --clear-groups'
  await root.run(
    'sh',
    '-c',
    // What the one before wrote says nothing of this one.
    `rm -f /root/output
    ${asService} postern --config ${configFile} > /root/output 2>&1 & pid=$!
    until grep -qs '^listening on' /root/output; do
      kill -0 $pid 2>/dev/null || { cat /root/output; exit 1; }
      sleep 0.1
    done
    kill $pid
    wait $pid`,
  )
}
