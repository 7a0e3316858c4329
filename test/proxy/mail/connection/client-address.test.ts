import test from 'ava'
import { startDovecot } from '../../../support/dovecot/dovecot.ts'
import { credentialOf, openEngine, patient } from '../engine.ts'

const clientIp = '192.0.2.77'

for (const [fact, settings, address] of [
  [
    'is believed of a Postern in login_trusted_networks',
    'login_trusted_networks = 127.0.0.1/32',
    clientIp,
  ],
  ['is not believed of any other', '', '127.0.0.1'],
] as const) {
  test(`the address of the client that is told by IMAP ID ${fact}`, async (t) => {
    const dovecot = await startDovecot({ t, users: 1, settings })
    const { accounts } = openEngine(t, dovecot)
    const refused = { ...credentialOf(dovecot, 1), password: 'wrong' }

    await t.throwsAsync(accounts.signIn(refused, clientIp, patient), {
      code: 'authentication_refused',
    })
    await accounts.signIn(credentialOf(dovecot, 1), clientIp, patient)
    await dovecot.logins()

    const log = await dovecot.log()
    const login = log.split('\n').find((line) => line.includes('Login: user='))
    t.true(login?.includes(`rip=${address},`), log)
  })
}
