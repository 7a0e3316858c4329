import test from 'ava'
import { startDovecot } from '../../../support/dovecot/dovecot.ts'
import { postern } from '../command-line.ts'

test('five thousand mailboxes are told by connections, processes, memory, descriptors and settings', async (t) => {
  const { code, output } = await postern(['size', '--mailboxes', '5000'])

  t.is(code, 0)
  t.regex(output, /^5,000 mailboxes, 20 % of them with one page open$/m)
  for (const [name, value] of [
    ['open pages', '1,000'],
    ['IMAP connections', '2,000'],
    ['Dovecot processes', '2,000 of service imap'],
    ['Dovecot memory', '2.1 GiB'],
    ['Postern memory', '510 MiB'],
    ['Postern file descriptors', '3,030'],
  ] as const) {
    t.true(output.includes(`${name.padEnd(26)}${value}\n`), name)
  }
  t.regex(output, /service imap \{\n {2}process_limit = 2500\n\}/)
  t.regex(output, /service imap-login \{\n {2}service_count = 0\n {2}client_limit = 2500\n\}/)
})

test('what fits into the defaults needs no setting', async (t) => {
  const { output } = await postern(['size', '--mailboxes', '500', '--open', '50'])

  t.is(output.match(/ is enough/g)?.length, 6)
  t.notRegex(output, /^\w.* = /m)
})

test('a Dovecot takes the settings as they are printed, and warns of no limit', async (t) => {
  const { output } = await postern(['size', '--mailboxes', '20000', '--open', '40'])
  const [, settings = ''] = /^# Dovecot.*\n([^]*?)\n\n# Postern$/m.exec(output) ?? []

  const dovecot = await startDovecot({ t, users: 1, settings })

  t.regex(settings, /process_limit = 20000/)
  t.notRegex(await dovecot.log(), /Warning/)
})

for (const args of [
  [],
  ['--mailboxes', 'many'],
  ['--mailboxes', '0'],
  ['--mailboxes', '5', '--open', '101'],
]) {
  test(`the usage is told for size ${args.join(' ')}`, async (t) => {
    const { code, complaints } = await postern(['size', ...args])

    t.is(code, 64)
    t.regex(complaints, /^Usage: postern size/)
  })
}
