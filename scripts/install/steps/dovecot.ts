import type { FindOwner } from '../machine/ownership.ts'
import type { Layout } from '../machine/layout.ts'
import { runCommand } from '../machine/run-command.ts'
import {
  DOVECOT_CONFIG,
  DOVECOT_TRUST_FILE,
  dovecotTrustText,
  type DovecotSyntax,
} from '../texts/dovecot.ts'
import { fileStep } from './file.ts'
import type { Step } from './step.ts'

/**
 * Dovecot trusts us. It must understand its configuration with our file by its own test, and end up with our networks: one
 * that it refuses would keep it from starting. It reads the file when all is done (notify-others.ts).
 */
export function dovecotTrustStep(
  layout: Layout,
  findOwner: FindOwner,
  syntax: DovecotSyntax,
): Step {
  const path = layout.at(DOVECOT_TRUST_FILE)
  const step = fileStep(path, dovecotTrustText(syntax), { mode: 0o644, owner: 'root', findOwner })
  return {
    ...step,
    describe: `have Dovecot believe the addresses that Postern names (${path})`,
    async apply() {
      await step.apply()
      const setting = 'login_trusted_networks'
      const trusted = await runCommand(['doveconf', '-c', layout.at(DOVECOT_CONFIG), '-h', setting])
      if (trusted.split(/\s+/).includes('127.0.0.1/32')) return
      throw new Error(`another file sets ${setting} of Dovecot behind ${path}: add 127.0.0.1/32`)
    },
  }
}
