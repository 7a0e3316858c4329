import { SERVICE_USER } from '../machine/ownership.ts'
import type { PlanInput } from './input.ts'
import { adjustableFile, type AdjustableFile } from '../steps/adjustable-file.ts'
import { chkservdText } from '../texts/chkservd.ts'
import { fail2banFilter, fail2banJail } from '../texts/fail2ban.ts'
import { logrotateText } from '../texts/logrotate.ts'

/** What other programs of the machine read of Postern, where there are such programs. */
export async function hostFiles(input: PlanInput): Promise<readonly AdjustableFile[]> {
  const { layout, machine, findOwner, shippedFiles } = input
  const owner = machine.isForReal ? SERVICE_USER : undefined
  const files = [
    ...(machine.hasLogrotate
      ? [{ path: '/etc/logrotate.d/postern', text: logrotateText(layout, owner) }]
      : []),
    ...(machine.hasFail2ban
      ? [
          { path: '/etc/fail2ban/filter.d/postern.conf', text: fail2banFilter() },
          { path: '/etc/fail2ban/jail.d/postern.conf', text: fail2banJail(layout) },
        ]
      : []),
    ...(machine.hasChkservd ? [{ path: '/etc/chkserv.d/postern', text: chkservdText() }] : []),
  ]
  return Promise.all(
    files.map(({ path, text }) => {
      const at = layout.at(path)
      const lastShippedSha256 = shippedFiles[at] ?? null
      return adjustableFile(at, text, { mode: 0o644, owner: 'root', findOwner, lastShippedSha256 })
    }),
  )
}
