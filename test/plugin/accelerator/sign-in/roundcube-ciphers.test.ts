import test from 'ava'
import type { ClientResponse } from '../../../support/http/webmail-client.ts'
import { isLong } from '../../../support/process/long-tests.ts'
import { startRoundcubeOnPostern } from '../../../support/session-endpoint/roundcube-on-postern.ts'

/** Without the reason. */
const answeredBy = ({ headers }: ClientResponse) =>
  headers.get('x-postern-answered-by')?.split(';')[0]

const methods = isLong
  ? ['DES-EDE3-CBC', 'AES-256-CBC', 'AES-128-CBC', 'AES-256-GCM', 'AES-256-CTR', 'AES-256-CCM']
  : ['AES-256-CBC', 'AES-256-GCM']

for (const cipherMethod of methods) {
  test.serial(
    `a password sealed by ${cipherMethod} is opened on either side, anyone who has sealed it`,
    async (t) => {
      t.timeout(300_000)
      const { dovecot, acceleratedBrowser } = await startRoundcubeOnPostern(t, {
        mail: { users: 1 },
        accelerate: { signIn: true, cipherMethod },
        settings: `$config['cipher_method'] = '${cipherMethod}';`,
      })
      const signIn = async () => {
        const browser = acceleratedBrowser()
        const response = await browser.submitSignIn(dovecot.userName(1), dovecot.password)
        return { browser, by: answeredBy(response) }
      }

      // Postern learns from the first one only what opens with the key.
      const first = await signIn()
      const second = await signIn()
      t.deepEqual([first.by, second.by], ['roundcube', 'postern'])

      // The folders of the settings are Roundcube's to show, from the mail server.
      const folders = await second.browser.get('?_task=settings&_action=folders')
      t.is(answeredBy(folders), 'roundcube')
      t.is(folders.status, 200)
      t.true(folders.text.includes('INBOX'))
      t.false(folders.text.includes('rcmloginuser'))
    },
  )
}
