import { readFile } from 'node:fs/promises'
import { isLoopback } from '../../../plugin/config/loopback.ts'
import type { Config } from '../../../plugin/config/schema.ts'
import type { Layout } from '../machine/layout.ts'
import { CommandFailed, runCommand } from '../machine/run-command.ts'
import { unlessMissing } from '../../../plugin/config/system-error.ts'
import { DOVECOT_CONFIG, TRUST_SETTING, type DovecotSyntax } from '../texts/dovecot.ts'
import { preflightFine, preflightWarning, refusal, type PreflightFinding } from './finding.ts'

const SYNTAXES: readonly DovecotSyntax[] = ['2.3', '2.4']

interface Choice {
  /** What the command line says; undefined: as before. */
  readonly requested: 'trust' | 'none' | undefined
  /** What an earlier installation was told. */
  readonly remembered: boolean
  readonly layout: Layout
}

/** Whether the Dovecot of this machine is to trust us, and what there is to say about it. */
export interface DovecotChoice {
  readonly isTrusting: boolean
  /** In which words of Dovecot a file of ours is read there; undefined: it would not be. */
  readonly syntax: DovecotSyntax | undefined
  readonly findings: readonly PreflightFinding[]
}

/** Looks at the configuration of Dovecot where a user wants it to trust us. Changes nothing. */
export async function chooseDovecot(
  { requested, remembered, layout }: Choice,
  { imap }: Pick<Config, 'imap'>,
): Promise<DovecotChoice> {
  const isTrusting = requested === undefined ? remembered : requested === 'trust'
  if (!isTrusting) return { isTrusting, syntax: undefined, findings: [] }
  const elsewhere = `imap.host is ${imap.host}: add our address there to login_trusted_networks`
  const { syntax, reason } = isLoopback(imap.host)
    ? await examineDovecot(layout)
    : { syntax: undefined, reason: elsewhere }
  if (syntax === undefined) {
    const no = requested === 'trust' ? refusal : preflightWarning
    return { isTrusting, syntax, findings: [no('dovecot', reason)] }
  }
  const text = 'Dovecot can learn the addresses of clients from Postern'
  return { isTrusting, syntax, findings: [preflightFine('dovecot', text)] }
}

type Examined =
  | { readonly syntax: DovecotSyntax; readonly reason?: undefined }
  /** Why a file of ours would not be read, or not be understood. */
  | { readonly syntax?: undefined; readonly reason: string }

async function examineDovecot(layout: Layout): Promise<Examined> {
  const path = layout.at(DOVECOT_CONFIG)
  const manually = `add to its configuration by hand: ${TRUST_SETTING}`
  const text = await unlessMissing(readFile(path, 'utf8'))
  if (text === undefined) return { reason: `there is no ${path}` }
  if (!/^\s*!include(?:_try)?\s+conf\.d\/\*\.conf\s*$/m.test(text)) {
    return { reason: `${path} does not include conf.d/*.conf: ${manually}` }
  }
  try {
    const version = await runCommand(['dovecot', '--version'])
    const syntax = SYNTAXES.find((known) => version.startsWith(`${known}.`))
    if (syntax !== undefined) return { syntax }
    return { reason: `this is Dovecot ${version.trim()}, not 2.3 or 2.4: ${manually}` }
  } catch (error) {
    if (error instanceof CommandFailed) return { reason: error.message }
    throw error
  }
}
