import { chmod, mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import test from 'ava'
import { findSessionLines } from '../../../../plugin/config/session-lines.ts'
import { isRoundcubeSignedIn, startRoundcubeSite } from '../../../support/install/roundcube-site.ts'
import { copyCookies } from '../../../support/http/webmail-client.ts'
import { shareServers } from '../../../support/install/machine.ts'
import { isLong } from '../../../support/process/long-tests.ts'
import { startRedis } from '../../../support/redis/redis.ts'

// Debian's Roundcube, whose sessions go to Postern and come back.

const shared = shareServers(test)

const inTable = "$config['session_storage'] = 'db';\n"

test('anyone who is signed in at Roundcube stays so from its table to Postern, elsewhere and back', async (t) => {
  t.timeout(600_000)
  const site = await startRoundcubeSite(t, shared)
  const { machine, roundcube, directory, browser } = site
  const redis = await startRedis()
  t.teardown(() => redis.stop())
  const files = join(directory, 'php-sessions')
  await mkdir(files)
  await chmod(files, 0o1733)
  const inRedis = `$config['session_storage'] = 'redis';
$config['redis_hosts'] = ['127.0.0.1:${redis.port}:2'];\n`
  const inFiles = `$config['session_storage'] = 'php';\nini_set('session.save_path', '${files}');\n`
  await roundcube.configure(inTable)
  const [before, leaving] = [await site.signIn(1), await site.signIn(2)]
  const left = copyCookies(leaving, browser())

  const installed = await machine.install(
    ...[machine.release, '--config', machine.configFile],
    ...['--roundcube', '/etc/roundcube'],
  )
  t.is(installed.code, 0, installed.output)
  t.regex(installed.output, /copied \d+ sessions \(signed in: 2\) from the table session of /)
  t.true(await isRoundcubeSignedIn(before))
  const during = await site.signIn(1)
  await leaving.get(`?_task=logout&_token=${leaving.token()}`)
  const lines = findSessionLines(await readFile(site.configFile, 'utf8'))?.lines ?? ''
  for (const elsewhere of isLong ? [inFiles, inRedis] : [inFiles]) {
    await roundcube.configure(elsewhere + lines)
    await site.move('give', () => roundcube.configure(elsewhere))
    t.true(await isRoundcubeSignedIn(before), elsewhere)
    t.true(await isRoundcubeSignedIn(during), elsewhere)
    t.false(await isRoundcubeSignedIn(copyCookies(left, browser())), elsewhere)
    await site.move('take', () => roundcube.configure(elsewhere + lines))
    t.true(await isRoundcubeSignedIn(before), elsewhere)
    t.true(await isRoundcubeSignedIn(during), elsewhere)
  }
  await roundcube.configure(inTable + lines)
  const removed = await machine.uninstall(machine.release, '--purge', '--yes')

  t.is(removed.code, 0, removed.output)
  t.regex(removed.output, /copied \d+ sessions \(signed in: 2\) back to the table session of /)
  t.true(await isRoundcubeSignedIn(before))
  t.true(await isRoundcubeSignedIn(during))
  t.false(await isRoundcubeSignedIn(left), 'a sign-out at Postern holds in the table as well')
})
