import test from 'ava'
import { dovecotTrustText } from '../../../../scripts/install/texts/dovecot.ts'

test('Dovecot 2.3 gets our networks behind those of its variable', (t) => {
  const text = dovecotTrustText('2.3')

  t.regex(text, /^login_trusted_networks = \$login_trusted_networks 127\.0\.0\.1\/32 ::1\/128$/m)
})

test('Dovecot 2.4 gets our networks as a block, which adds to a boolean list', (t) => {
  const [, block] = dovecotTrustText('2.4').split('removes it.\n')

  t.is(block, 'login_trusted_networks {\n  127.0.0.1/32 = yes\n  ::1/128 = yes\n}\n')
})
