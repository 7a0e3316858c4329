import { readFile } from 'node:fs/promises'
import { isLoopback } from '../../../plugin/config/loopback.ts'
import type { Config } from '../../../plugin/config/schema.ts'
import type { Layout } from '../machine/layout.ts'
import { CommandFailed, runCommand } from '../machine/run-command.ts'
import { unlessMissing } from '../machine/system-fault.ts'
import { DOVECOT_CONFIG, TRUST_SETTING } from '../texts/dovecot.ts'
import { preflightFine, preflightWarning, refusal, type PreflightFinding } from './finding.ts'

interface Choice {
  /** What the command line says; undefined: as before. */
  readonly asked: 'trust' | 'none' | undefined
  /** What an earlier installation was told. */
  readonly remembered: boolean
  readonly layout: Layout
}

/** Whether the Dovecot of this machine is to trust us, and what there is to say about it. */
export interface DovecotChoice {
  readonly isTrusting: boolean
  /** The file of ours belongs there: Dovecot reads it. */
  readonly isPossible: boolean
  readonly findings: readonly PreflightFinding[]
}

/** Looks at the configuration of Dovecot where somebody wants it to trust us. Changes nothing. */
export async function chooseDovecot(
  { asked, remembered, layout }: Choice,
  { imap }: Pick<Config, 'imap'>,
): Promise<DovecotChoice> {
  const isTrusting = asked === undefined ? remembered : asked === 'trust'
  if (!isTrusting) return { isTrusting, isPossible: false, findings: [] }
  const reason = isLoopback(imap.host)
    ? await faultOf(layout)
    : `imap.host is ${imap.host}: add our address there to login_trusted_networks`
  if (reason !== undefined) {
    const no = asked === 'trust' ? refusal : preflightWarning
    return { isTrusting, isPossible: false, findings: [no('dovecot', reason)] }
  }
  const text = 'Dovecot can learn the addresses of clients from Postern'
  return { isTrusting, isPossible: true, findings: [preflightFine('dovecot', text)] }
}

/** Why a file of ours would not be read, or not be understood. */
async function faultOf(layout: Layout): Promise<string | undefined> {
  const path = layout.at(DOVECOT_CONFIG)
  const byHand = `add to its configuration by hand: ${TRUST_SETTING}`
  const text = await unlessMissing(readFile(path, 'utf8'))
  if (text === undefined) return `there is no ${path}`
  if (!/^\s*!include\s+conf\.d\/\*\.conf\s*$/m.test(text)) {
    return `${path} does not include conf.d/*.conf: ${byHand}`
  }
  try {
    const version = await runCommand(['dovecot', '--version'])
    // A list is added to otherwise since 2.4.
    if (!version.startsWith('2.3.')) return `this is Dovecot ${version.trim()}, not 2.3: ${byHand}`
    return undefined
  } catch (error) {
    if (error instanceof CommandFailed) return error.message
    throw error
  }
}
