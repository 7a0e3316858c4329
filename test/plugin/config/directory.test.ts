import test from 'ava'
import { ConfigFault, parseConfig } from '../../../plugin/config/config.ts'
import { secretProblems } from '../../../plugin/config/secrets/secret-problems.ts'
import {
  withServerPasswords,
  writeServerPassword,
} from '../../../plugin/config/secrets/server-passwords.ts'
import { temporaryDirectory } from '../../support/process/temporary-directory.ts'

const defaults = { url: 'ldap://127.0.0.1', baseDn: 'dc=example,dc=test' }

function problemsOf(ldap: Readonly<Record<string, unknown>>): readonly string[] {
  try {
    parseConfig({ contacts: { ldap: { ...defaults, ...ldap } } })
    return []
  } catch (error) {
    if (error instanceof ConfigFault) return error.problems
    throw error
  }
}

for (const filter of ['mail=*', '(mail=*', '(mail=*))', '(a=b)(c=d)', '()', ')(']) {
  test(`${filter} is no filter of a directory: what is put beside it would not stay beside it`, (t) => {
    t.is(problemsOf({ filter }).length, 1)
  })
}

test('a directory has an address with a host and nothing else, and is encrypted in one way', (t) => {
  t.deepEqual(problemsOf({ url: 'ldaps://[::1]:1636', filter: '(&(a=b)(|(c=d)(e=\\28*)))' }), [])
  t.is(problemsOf({ url: 'http://ldap.example.com' }).length, 1)
  t.is(problemsOf({ url: 'ldap://reader:secret@ldap.example.com' }).length, 1)
  t.is(problemsOf({ url: 'ldap://ldap.example.com/dc=example' }).length, 1)
  t.is(problemsOf({ url: 'ldaps://ldap.example.com', startTls: true }).length, 1)
})

test('a name of the directory needs its password, which is beside the keys', async (t) => {
  const credentialsDir = await temporaryDirectory(t)
  const ldap = { ...defaults, bindDn: 'cn=reader' }
  const config = parseConfig({ credentialsDir, contacts: { ldap } })

  const before = await secretProblems(config, { areMade: true })
  await writeServerPassword(config, 'ldap', 'reader-Pass.1')

  t.true(before.some((problem) => problem.includes('contacts.ldap.bindDn')))
  t.deepEqual(await secretProblems(config, { areMade: true }), [])
  t.is((await withServerPasswords(config)).contacts.ldap?.password, 'reader-Pass.1')
})
