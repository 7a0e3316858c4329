import { lstat, realpath } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../../plugin/config/schema.ts'
import { readManifest } from '../manifest/manifest.ts'
import { readInstalledState, type InstalledState } from './record/installed-state.ts'
import { layoutAt, type Layout } from './machine/layout.ts'
import { fail2banFault } from './machine/fail2ban.ts'
import { lookAround, type Machine } from './machine/machine.ts'
import type { InstallOptions, PanelName } from './machine/options.ts'
import { createFindOwner } from './machine/ownership.ts'
import { chooseDovecot, type DovecotChoice } from './preflight/dovecot.ts'
import { chooseRoundcube, planFormerRoundcube, planRoundcube } from './preflight/roundcube.ts'
import { chooseRoundcubePlugin } from './preflight/roundcube-plugin.ts'
import { turnOnSessions } from './roundcube/turn-on-sessions.ts'
import { installConfig, type InstalledConfig, firstConfig } from './install-config.ts'
import type { PlanInput } from './plan/input.ts'
import { makePlan, removalsOf, type InstallPlan } from './plan/plan.ts'
import {
  preflightConfig,
  checkReadable,
  preflightSecrets,
  runPreflight,
} from './preflight/run-preflight.ts'
import { preflightWarning, refusal, type PreflightFinding } from './preflight/finding.ts'
import { checkRunningRelease } from './preflight/running-release.ts'
import { checkAddress } from './preflight/address.ts'
import { openService } from './service/open.ts'
import type { Service } from './service/service.ts'
import { unlessMissing } from '../../plugin/config/system-error.ts'
import { undoSubjectOf, type UndoStep } from './record/undo.ts'

/** Everything known before the first change. */
export interface Prepared {
  readonly layout: Layout
  readonly machine: Machine
  readonly version: string
  readonly panel: PanelName
  /** The Node that was named for Postern; undefined where the launchers look for one. */
  readonly nodeBinary: string | undefined
  /** Folder of the Roundcube that keeps its sessions with us; null: none. */
  readonly roundcube: string | null
  /** Folder of plugins of that Roundcube, which ours is in; null: it is not. */
  readonly roundcubePlugin: string | null
  /** The Dovecot of this machine trusts us. */
  readonly dovecot: boolean
  readonly before: InstalledState | undefined
  /** How to get back to the machine before the first installation, as far as anyone knows. */
  readonly undosBefore: readonly UndoStep[]
  readonly config: Config
  readonly positioned: InstalledConfig
  readonly plan: InstallPlan
  readonly service: Service
  readonly findings: readonly PreflightFinding[]
}

/** The installation cannot begin. */
export interface Refused {
  readonly findings: readonly PreflightFinding[]
}

/** Looks at machine, package and configuration, and changes nothing. `release` is the folder of this program. */
export async function prepareInstallation(
  options: InstallOptions,
  release: string,
  now: () => number,
): Promise<Prepared | Refused> {
  const layout = layoutAt(options.prefix)
  const machine = await lookAround(layout)
  const before = await readInstalledState(layout.stateFile)
  const source = options.isRepair ? await installedRelease(layout, before) : release
  if (source === undefined) {
    return { findings: [refusal('repair', 'Postern is not installed here: install it first')] }
  }

  const { configSource } = options
  const unreadable = configSource === undefined ? undefined : await checkReadable(configSource)
  if (unreadable !== undefined) return { findings: [unreadable] }

  const panel =
    options.panel ?? before?.panel ?? (machine.cpanelVersion === undefined ? 'generic' : 'cpanel')
  const findOwner = createFindOwner(machine.isForReal)
  const remembered = before?.roundcube ?? null
  const chosen = await chooseRoundcube({ requested: options.roundcube, remembered, layout })
  const { folder: roundcube, file: roundcubeFile } = chosen
  const positioned = await installConfig({
    layout,
    source: configSource,
    firstText: firstConfig(layout, { panel, authUrl: options.authUrl }),
    lastShippedSha256: before?.shippedConfigSha256 ?? null,
    adjust: (text) =>
      roundcube === null || roundcubeFile === undefined
        ? text
        : turnOnSessions(text, roundcubeFile),
    findOwner,
  })
  if (
    options.isRepair &&
    positioned.isMadeUp &&
    positioned.shippedSha256 !== before?.shippedConfigSha256
  ) {
    const reason = `${layout.configFile} is gone, and nobody knows what was in it: name one by --config`
    return { findings: [refusal('configuration', reason)] }
  }
  const { config, finding } = preflightConfig(positioned.text, positioned.from)
  const service = openService(layout, machine, findOwner)
  const held = await service.address()
  const isFirst = before === undefined && held === undefined
  const surroundings = await runPreflight({ layout, machine, source, config, isFirst, held })
  const sessions = config?.webmail.sessions ?? null
  const plugin =
    config === undefined
      ? undefined
      : await chooseRoundcubePlugin(
          {
            requested: options.roundcubePlugin,
            remembered: before?.roundcubePlugin ?? null,
            hasRoundcube: roundcube !== null,
            isMoved: chosen.former !== undefined,
            ...{ layout, source },
          },
          config,
        )
  const move = {
    hasPlugin: plugin?.plan !== undefined,
    program: join(source, 'dist/main.js'),
    signsOut: options.signsOut,
  }
  const former = config === undefined ? undefined : await planFormerRoundcube(chosen, move)
  const planned = config === undefined ? undefined : await planRoundcube(chosen, config, move)
  const wanted = { requested: options.dovecot, remembered: before?.dovecot ?? false, layout }
  const dovecot = config === undefined ? undefined : await chooseDovecot(wanted, config)
  const findings = [
    ...surroundings,
    finding,
    ...(config === undefined ? [] : await preflightSecrets(config, layout)),
    ...(former?.findings ?? []),
    ...(planned?.findings ?? []),
    ...(plugin?.findings ?? []),
    ...(dovecot?.findings ?? []),
    ...(positioned.isAdjusted && sessions !== null
      ? [await checkAddress('session endpoint', sessions)]
      : []),
  ]
  if (config === undefined || findings.some(({ kind }) => kind === 'refusal')) return { findings }

  const nodeBinary = options.nodeBinary ?? before?.nodeBinary ?? undefined
  const brokenFail2ban =
    machine.hasFail2ban && machine.isForReal ? await fail2banFault() : undefined
  const manifest = await readManifest(join(source, 'plugin.manifest.json'))
  const overwritten = await checkRunningRelease(layout, { source, version: manifest.version })
  if (overwritten.length > 0) return { findings: [...findings, ...overwritten] }
  const registered = new Set(before?.undos.map(undoSubjectOf))
  const plan = await makePlan({
    layout,
    machine,
    panel,
    manifest,
    source,
    config,
    configSteps: positioned.steps,
    // Without a start there may be no one to ask for a session.
    roundcubes: options.startsService
      ? [former?.plan, planned?.plan].filter((plan) => plan !== undefined)
      : [],
    roundcubePlugins: options.startsService
      ? [plugin?.former, plugin?.plan].filter((plan) => plan !== undefined)
      : [],
    dovecot: dovecotPlan(dovecot, wanted),
    makesSessionsPassword: planned?.plan?.readLines !== undefined && positioned.isAdjusted,
    isRepair: options.isRepair,
    fail2banFault: brokenFail2ban,
    nodeBinary,
    shippedFiles: before?.shippedFiles ?? {},
    isRegistered: (undo) => registered.has(undo.join(' ')),
    findOwner,
    now,
  })
  const isInstalled = (await unlessMissing(lstat(layout.current))) !== undefined
  return {
    layout,
    machine,
    version: manifest.version,
    panel,
    nodeBinary,
    roundcube,
    roundcubePlugin: plugin?.plugins ?? null,
    dovecot: dovecot?.isTrusting ?? false,
    before,
    undosBefore: before?.undos ?? (isInstalled ? removalsOf(plan) : []),
    config,
    positioned,
    plan,
    service,
    findings: [
      ...findings,
      ...(brokenFail2ban === undefined ? [] : [fail2banWarning(brokenFail2ban)]),
      ...plan.adjustable.flatMap(({ finding }) => (finding === undefined ? [] : [finding])),
    ],
  }
}

/** Where it cannot be as it is wanted, it stays. */
function dovecotPlan(
  choice: DovecotChoice | undefined,
  { remembered }: { readonly remembered: boolean },
): PlanInput['dovecot'] {
  if (choice?.isTrusting !== true) return remembered ? 'none' : undefined
  return choice.syntax
}

function fail2banWarning(fault: string): PreflightFinding {
  const seen = 'its own test fails already before this installation'
  return preflightWarning(
    'fail2ban',
    `${seen}, so it bans nobody once it is started anew: ${fault}`,
  )
}

/** What `current` points to; where the link is missing, what was installed last. */
async function installedRelease(
  { current, releases }: Layout,
  before: InstalledState | undefined,
): Promise<string | undefined> {
  const linked = await unlessMissing(realpath(current))
  if (linked !== undefined || before === undefined) return linked
  return unlessMissing(realpath(join(releases, before.version)))
}
