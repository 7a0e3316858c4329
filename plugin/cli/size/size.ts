import { type CommandIo, readArguments, UsageFault } from '../command/command.ts'
import { expectedUse, type ExpectedUse } from './expected-use.ts'
import { neededSettings } from './needed-settings.ts'

/** Of hosting customers, who are not all at their desks; offices have more. */
const DEFAULT_OPEN_PERCENT = 20
const MAX_MAILBOXES = 10_000_000

const USAGE = `Usage: postern size --mailboxes N [--open PERCENT]

  Reckons what that many mailboxes take of Postern and of Dovecot, and which limits have to be raised.
  --open is the share of mailboxes whose page is open at the busiest time (${DEFAULT_OPEN_PERCENT}); a running Postern tells yours:
  half of postern_imap_connections.
`

/** `postern size`: prints the expected load of a number of mailboxes. Reads no configuration and asks no server. */
export async function size(args: readonly string[], io: CommandIo): Promise<number> {
  const { values } = readArguments(
    args,
    { mailboxes: { type: 'string' }, open: { type: 'string' } },
    USAGE,
  )
  const mailboxes = numberOf(values.mailboxes, MAX_MAILBOXES)
  const percent = numberOf(values.open ?? String(DEFAULT_OPEN_PERCENT), 100)
  io.write(text({ mailboxes, percent }, expectedUse({ mailboxes, openShare: percent / 100 })))
  return 0
}

function numberOf(typed: string | undefined, max: number): number {
  const number = Number(typed)
  if (!/^\d+$/.test(typed ?? '') || number < 1 || number > max) throw new UsageFault(USAGE)
  return number
}

interface Requested {
  readonly mailboxes: number
  readonly percent: number
}

function text({ mailboxes, percent }: Requested, use: ExpectedUse): string {
  const { openPages, imapConnections } = use
  const rows = [
    ['open pages', count(openPages)],
    ['IMAP connections', count(imapConnections)],
    ['Dovecot processes', `${count(imapConnections)} of service imap`],
    ['Dovecot memory', memory(use.dovecotMiB)],
    ['Postern memory', memory(use.posternMiB)],
    ['Postern file descriptors', count(use.posternDescriptors)],
  ]
  const { dovecot, postern } = neededSettings(use)
  return `${count(mailboxes)} mailboxes, ${percent} % of them with one page open

${rows.map(([name = '', value = '']) => `${name.padEnd(26)}${value}`).join('\n')}

# Dovecot, with a quarter to spare; other mail programs come on top of it
${dovecot.join('\n')}

# Postern
${postern.join('\n')}

Assumed: Dovecot 2.3, two connections for each open page (imap.connectionsPerAccount), measured 0.8 and 1.3 MiB;
the first goes after ten minutes without a click. Hibernation takes neither (admin guide, "Sizing").
`
}

function count(number: number): string {
  return number.toLocaleString('en')
}

function memory(miB: number): string {
  return miB < 1024 ? `${Math.ceil(miB)} MiB` : `${(miB / 1024).toFixed(1)} GiB`
}
