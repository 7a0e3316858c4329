import test from 'ava'
import { createOperationalLog } from '../../../plugin/log/operational-log.ts'

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

test('what turns a line around or is not seen is escaped, and reads as it was', (t) => {
  const lines: string[] = []
  const log = createOperationalLog({
    level: 'info',
    destination: { write: (line: string) => lines.push(line) },
  })
  const name = 'a\u202eb\u2066c\u009bd\u007fe\u2028f\u200bg\n\u{e0041}h\ud800'

  log.info({ name, [name]: 1, err: new Error(name) }, name)

  const [line = ''] = lines
  t.notRegex(line.slice(0, -1), /[\p{Cc}\p{Cs}\p{Cf}\u2028\u2029]/u)
  t.true(line.endsWith('}\n'))
  t.like(JSON.parse(line), { name, [name]: 1, msg: name })
})
