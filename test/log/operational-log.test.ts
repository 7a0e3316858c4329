import test from 'ava'
import { createOperationalLog } from '../../plugin/log/operational-log.ts'

test('secrets are redacted at the top and one level down', (t) => {
  const lines: string[] = []
  const log = createOperationalLog({
    level: 'info',
    destination: { write: (line: string) => lines.push(line) },
  })

  log.info(
    { password: 'canary', request: { cookie: 'canary', 'set-cookie': 'canary' }, port: 143 },
    'x',
  )

  t.false(lines.join('').includes('canary'))
  t.true(lines.join('').includes('"port":143'))
})

test('an error is logged with its cause', (t) => {
  const lines: string[] = []
  const log = createOperationalLog({
    level: 'warn',
    destination: { write: (line: string) => lines.push(line) },
  })

  log.warn({ err: new Error('outer', { cause: new Error('inner') }) }, 'failed')

  t.true(lines.join('').includes('inner'))
})
