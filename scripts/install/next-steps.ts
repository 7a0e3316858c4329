import type { Config } from '../../plugin/config/schema.ts'
import type { DoctorFinding } from './doctor.ts'
import type { Layout } from './machine/layout.ts'
import type { PanelName } from './machine/options.ts'

interface Installed {
  readonly layout: Layout
  readonly panel: PanelName
  readonly config: Config
  readonly isStarted: boolean
}

/** What an administrator does after an installation, one line each. */
export function nextSteps({ layout, panel, config, isStarted }: Installed): readonly string[] {
  const { current, configFile, prefix } = layout
  const command = prefix === '' ? 'postern' : `${current}/scripts/postern`
  const file = prefix === '' ? '' : ` --config ${configFile}`
  return [
    ...(isStarted ? [] : [`start it: ${current}/scripts/install --repair${prefixWords(prefix)}`]),
    panel === 'cpanel'
      ? "people find it on cPanel's webmail page"
      : `let your web server pass ${webmailPath(config)} on to ${positionOf(config.listen)} (${current}/plugin/docs/admin-guide.md, "Plain nginx")`,
    `${command} status${file}   where the status page is, and its password`,
    `${command} doctor${file}   looks at everything again, at any time`,
    `${current}/scripts/uninstall${prefixWords(prefix)}   takes it away again; data stay unless --purge`,
  ]
}

/** What the doctor found that is not as it should be, and how many of its checks were fine. */
export function doctorLines(findings: readonly DoctorFinding[]): readonly string[] {
  const reported = findings.filter(({ severity }) => severity === 'warning' || severity === 'error')
  const fine = findings.filter(({ severity }) => severity === 'fine').length
  const lines = reported.map(({ severity, id, seen, advice }) => {
    const text = `${severity}: ${seen} (${id})`
    return advice === undefined ? text : `${text}: ${advice}`
  })
  const errors = reported.filter(({ severity }) => severity === 'error').length
  return [...lines, `fine: ${fine}, warnings: ${reported.length - errors}, errors: ${errors}`]
}

function webmailPath({ panel, webmail }: Config): string {
  return `/${panel.segmentLetters}<ten digits>/3rdparty/${webmail.app}/`
}

function positionOf(listen: Config['listen']): string {
  return 'unix' in listen ? `unix:${listen.unix}` : `http://${listen.host}:${listen.port}`
}

function prefixWords(prefix: string): string {
  return prefix === '' ? '' : ` --prefix ${prefix}`
}
