import { join } from 'node:path'
import { SERVICE_USER } from '../machine/ownership.ts'
import { dataRule } from '../own/installation-names.ts'
import { cpanelSteps } from './cpanel.ts'
import type { PlanInput } from './input.ts'
import { systemdSteps } from './systemd.ts'
import type { Step } from '../steps/step.ts'
import { fail2banStep } from '../steps/fail2ban.ts'
import { dovecotTrustStep } from '../steps/dovecot.ts'
import { absentStep, type AdjustableFile, adjustableFile, emptyFileStep } from '../steps/file.ts'
import { DOVECOT_TRUST_FILE } from '../texts/dovecot.ts'
import { directoryStep, sharedDirectorySteps } from '../steps/directory.ts'
import { lineStep } from '../steps/line.ts'
import { linkStep } from '../steps/link.ts'
import { roundcubeStep } from '../steps/roundcube.ts'
import { roundcubePluginSteps } from '../steps/roundcube-plugin.ts'
import { releaseStep } from '../steps/release.ts'
import { secretsStep, sharedSecretStep } from '../steps/secrets.ts'
import { userStep } from '../steps/user.ts'
import {
  CHKSERVD_LINE,
  chkservdText,
  fail2banFilter,
  fail2banJail,
  logrotateText,
} from '../texts/host-files.ts'
import type { UndoStep } from '../record/undo.ts'

/** The steps of an installation: those before Postern starts, and those that make it known afterwards. */
export interface InstallPlan {
  readonly release: string
  /** The folder the journal lies in. */
  readonly bootstrap: readonly Step[]
  readonly groundwork: readonly Step[]
  readonly registration: readonly Step[]
  /** Those of the registration that an administrator may adjust. */
  readonly adjustable: readonly AdjustableFile[]
}

/** Lists every step for this machine. Changes nothing. */
export async function makePlan(input: PlanInput): Promise<InstallPlan> {
  const { layout, machine, manifest, source, findOwner, now } = input
  const release = join(layout.releases, manifest.version)
  const shared = (...paths: string[]) =>
    paths.flatMap((path) => sharedDirectorySteps(layout.at(path), layout.prefix))
  const root = { owner: 'root', findOwner } as const
  const service = { owner: 'service', findOwner } as const
  const { secretsDir, stateDir } = layout
  const content = dataRule(layout, input.config)

  const adjustable = await hostFiles(input)
  const errorLogStep = emptyFileStep(layout.errorLog, { mode: 0o640, ...service })
  return {
    release,
    adjustable,
    bootstrap: [...shared('/opt'), directoryStep(layout.home, { mode: 0o755, ...root })],
    groundwork: [
      ...shared('/etc', '/var/lib', '/var/log', '/run'),
      ...(machine.isForReal ? [userStep(SERVICE_USER, layout.dataDir)] : []),
      ...nodeSteps(input),
      directoryStep(layout.releases, { mode: 0o755, ...root }),
      releaseStep(source, release, findOwner),
      directoryStep(layout.configDir, { mode: 0o755, ...root }),
      ...input.configSteps,
      directoryStep(layout.dataDir, { mode: 0o700, content, ...service }),
      // Those that root has restored as well (`postern restore --with-secrets`).
      directoryStep(secretsDir, { mode: 0o700, content, ...service }),
      secretsStep({ secretsDir, stateDir, findOwner, now }),
      ...(input.makesSessionsPassword
        ? [sharedSecretStep(join(secretsDir, 'webmail-sessions.secret'), SESSIONS, findOwner)]
        : []),
      ...(input.roundcubePlugins.some(({ text }) => text !== undefined)
        ? [sharedSecretStep(join(secretsDir, 'webmail-plugin.secret'), HAND_OVERS, findOwner)]
        : []),
      directoryStep(layout.logDir, { mode: 0o750, ...service }),
      // fail2ban starts no jail whose log is missing, and then none at all.
      errorLogStep,
      directoryStep(layout.runDir, { mode: 0o755, ...service }),
      ...(machine.hasSystemd ? await systemdSteps(input) : []),
      linkStep(layout.current, join('releases', manifest.version)),
    ],
    registration: [
      ...shared('/usr/local/bin'),
      linkStep(layout.at('/usr/local/bin/postern'), join(layout.current, 'scripts', 'postern')),
      ...adjustable.map(({ step }) => step),
      ...(machine.hasFail2ban && machine.isForReal
        ? [await fail2banStepFor(input, [errorLogStep, ...adjustable.map(({ step }) => step)])]
        : []),
      ...(machine.hasChkservd
        ? [lineStep(layout.at('/etc/chkserv.d/chkservd.conf'), CHKSERVD_LINE)]
        : []),
      ...(input.panel === 'cpanel' ? await cpanelSteps(input) : []),
      ...dovecotSteps(input),
      // Last, when Postern answers: nothing can fail any more that would take it back.
      ...pluginSteps(input).wanted,
      ...input.roundcubes.map((roundcube) =>
        roundcubeStep(roundcube, {
          program: join(layout.current, 'dist/main.js'),
          configFile: layout.configFile,
        }),
      ),
      ...pluginSteps(input).unwanted,
    ],
  }
}

const SESSIONS = 'a password for the session endpoint'
const HAND_OVERS = 'a secret for the plugin in Roundcube'

/** It is there before a configuration names it, and goes behind that. */
function pluginSteps({ roundcubePlugins, findOwner }: PlanInput) {
  const stepsOf = (isWanted: boolean) =>
    roundcubePlugins
      .filter(({ text }) => (text !== undefined) === isWanted)
      .flatMap((plugin) => roundcubePluginSteps(plugin, findOwner))
  return { wanted: stepsOf(true), unwanted: stepsOf(false) }
}

function dovecotSteps({ dovecot, layout, findOwner }: PlanInput): readonly Step[] {
  if (dovecot === undefined) return []
  return [
    dovecot === 'none'
      ? absentStep(layout.at(DOVECOT_TRUST_FILE))
      : dovecotTrustStep(layout, findOwner, dovecot),
  ]
}

/** The units, the command and the hooks of a panel are started without NODE_BINARY: the launchers find this link. */
function nodeSteps({ layout, machine, nodeBinary }: PlanInput): readonly Step[] {
  if (!machine.isForReal || nodeBinary === undefined) return []
  return [linkStep(join(layout.home, 'node'), nodeBinary)]
}

/** What a removal rolls back when no one wrote down what was there before, in the order of the steps. */
export function removalsOf({
  bootstrap,
  groundwork,
  registration,
}: InstallPlan): readonly UndoStep[] {
  const steps = [...bootstrap, ...groundwork, ...registration]
  return steps.flatMap(({ removal }) => (removal === undefined ? [] : [removal]))
}

/** Looked at before anything is written: afterwards nothing reports whether fail2ban has read it. */
async function fail2banStepFor({ fail2banFault }: PlanInput, read: readonly Step[]): Promise<Step> {
  const areDone = await Promise.all(read.map((step) => step.isDone()))
  return fail2banStep({
    isUnchanged: !areDone.includes(false),
    wasBroken: fail2banFault !== undefined,
  })
}

/** What other programs of the machine read of Postern, where there are such programs. */
async function hostFiles(input: PlanInput): Promise<readonly AdjustableFile[]> {
  const { layout, machine, findOwner, shippedFiles } = input
  const owner = machine.isForReal ? SERVICE_USER : undefined
  const files = [
    ...(machine.hasLogrotate
      ? [
          {
            path: '/etc/logrotate.d/postern',
            text: logrotateText({ ...layout, auditFile: input.config.audit.file }, owner),
          },
        ]
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
